import { describe, expect, it } from 'vitest'
import { ROLE_FILES } from '../../../anchor/governance-roles.ts'
import { readConstitution } from './constitution.ts'
import { parseOctave } from './octave/parse.ts'

const role = (...lines: string[]) =>
  ['===R===', '§1::IDENTITY', '  ROLE::R', '  COGNITION::LOGOS', ...lines, '===END==='].join('\n')
const constitutionOf = (text: string) => {
  const read = readConstitution(text)
  if (!read.ok) throw new Error(read.missing.join())
  return read.constitution
}

describe('[ANCHOR-21] the roles that Fairlead brings along', () => {
  it.each(Object.entries(ROLE_FILES))('%s can be read without a problem, and has what express needs', (name, text) => {
    expect([parseOctave(text).problems, readConstitution(text).problems]).toEqual([[], []])
    const { role: said, archetypes, mission, constraints, express, cognition } = constitutionOf(text)
    expect(said.toLowerCase()).toBe(name)
    expect(['ETHOS', 'LOGOS', 'PATHOS']).toContain(cognition)
    expect([archetypes.length > 0, mission !== '', constraints.length >= 5, express.length >= 3]).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})

it('names constraints by their key, or by their first words, once', () => {
  const text = role(
    '  PRINCIPLES::[A_B::"one",C::[d,E::f],"Never ever ship a thing that nobody has tested",PLAIN,A_B::"again",""]',
    '  MUST_NEVER::"guess at all"',
  )
  expect(constitutionOf(text).constraints).toEqual([
    { id: 'A_B', text: 'one' },
    { id: 'C', text: 'd, f' },
    { id: 'NEVER_EVER_SHIP_A_THING_THAT', text: 'Never ever ship a thing that nobody has tested' },
    { id: 'PLAIN', text: 'PLAIN' },
    { id: 'GUESS_AT_ALL', text: 'guess at all' },
  ])
})

it('takes at most 64 of them', () => {
  const many = Array.from({ length: 100 }, (_, index) => `R${index}`).join(',')
  expect(constitutionOf(role(`  PRINCIPLES::[${many}]`)).constraints).toHaveLength(64)
})

it('reads archetypes however they are written', () => {
  const archetypes = (line: string) => constitutionOf(role('  PRINCIPLES::[X]', line)).archetypes
  expect([archetypes('  ARCHETYPE::[A<b>,C[d]]'), archetypes('  ARCHETYPES::A⊕B'), archetypes('  OTHER::x')]).toEqual([
    ['A', 'C'],
    ['A', 'B'],
    [],
  ])
})

it('fills express with the defaults of the role first, then with its constraints', () => {
  const { express, gate } = constitutionOf(
    role('  PRINCIPLES::[X::"do [x]",Y::"do y"]', '  EXPRESS::[Y::"y it",UNKNOWN::"z","no name"]', '  GATE::"g"'),
  )
  expect([express, gate]).toEqual([
    [
      { constraint: 'Y', action: 'y it' },
      { constraint: 'X', action: 'do  x' },
    ],
    'g',
  ])
  expect(constitutionOf(role('  PRINCIPLES::[X]', '  EXPRESS::text')).gate).toBe('the tests of the project pass')
})

it('[ANCHOR-22] trusts no role more than a director, and an unknown word as a worker', () => {
  const trust = (word: string) => constitutionOf(role('  PRINCIPLES::[X]', `  TRUST::${word}`)).trust
  expect(['reader', 'WORKER', 'director', 'human', 'root'].map(trust)).toEqual([
    'reader',
    'worker',
    'director',
    'worker',
    'worker',
  ])
})

it('doubts words that count for nothing, with their place', () => {
  const doubts = (...lines: string[]) =>
    readConstitution(role('  PRINCIPLES::[X]', ...lines)).problems.map(({ at, expected, example }) => [
      at.line,
      at.column,
      expected,
      example,
    ])
  const trusts = 'reader, worker, director'
  const express = 'names of constraints of this role, each with an action'
  expect(doubts('  TRUST::god', '  TRUST::Reader', '  TRUST::human', '  TRUST::[a]')).toEqual([
    [6, 3, trusts, 'TRUST::worker'],
    [8, 3, trusts, 'TRUST::worker'],
    [9, 3, trusts, 'TRUST::worker'],
  ])
  expect(doubts('  COGNITION::HAPPY', '  COGNITION::pathos::ATLAS')).toEqual([
    [6, 3, 'ETHOS, LOGOS, PATHOS', 'COGNITION::LOGOS'],
  ])
  expect(doubts('  MORE::[', '    [COGNITION::sad],', '    EXPRESS::[X::"do it",Y::z]]')).toEqual([
    [7, 6, 'ETHOS, LOGOS, PATHOS', 'COGNITION::LOGOS'],
    [8, 5, express, 'EXPRESS::[X::"what is done about it"]'],
  ])
  expect([doubts('  EXPRESS::[X::y]'), doubts('  EXPRESS::X')]).toEqual([
    [],
    [[6, 3, express, 'EXPRESS::[X::"what is done about it"]']],
  ])
  expect(readConstitution('EXPRESS::[A::b]').problems[0]?.example).toBe(
    'EXPRESS::[TESTS_FIRST::"what is done about it"]',
  )
})

it('says what a file lacks, and reads the rest of one with bad lines', () => {
  expect(readConstitution('')).toEqual({
    ok: false,
    missing: ['ROLE', 'COGNITION', 'PRINCIPLES, MUST_ALWAYS or MUST_NEVER'],
    problems: [],
  })
  expect(readConstitution(role('  PRINCIPLES::[X]', 'what is this'))).toMatchObject({
    ok: true,
    problems: [{ at: { line: 6 } }],
  })
  expect(readConstitution('ROLE::[a]\nCOGNITION::ETHOS::X\nMUST_ALWAYS::[Y]')).toMatchObject({
    ok: false,
    missing: ['ROLE'],
  })
})
