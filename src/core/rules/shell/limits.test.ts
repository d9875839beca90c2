// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest'
import {
  MAX_EXPANSION_WORDS,
  MAX_FILES,
  MAX_INSIDE,
  MAX_NAMES,
  MAX_SCANS,
  MAX_STEPS,
  MAX_TEXT_CHARS,
} from './limits.ts'
import { readShell } from './read-shell.ts'
import type { ShellReading, Unresolved } from './reading.ts'

function read(text: string): ShellReading {
  return readShell(text, { cwd: '/p', home: '/h', written: [] })
}

function unresolved(reading: ShellReading): readonly Unresolved[] {
  return reading.steps.filter((step) => step.kind === 'unresolved')
}

function reasons(text: string): readonly string[] {
  return unresolved(read(text)).map((step) => step.why)
}

/** The words of the last command; `?` is unknown. */
function lastWords(text: string): readonly string[] {
  const step = read(text).steps.at(-1)
  return step?.kind === 'command' ? step.argv.map((word) => (word.kind === 'known' ? word.text : '?')) : []
}

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_item, index) => line(index)).join('\n')

describe('[PLANE-O3] a reading is bounded and says so', () => {
  it('text that is too long is scanned, not read', () => {
    const [found, ...others] = unresolved(read(`rm -rf /\n${'# x\n'.repeat(MAX_TEXT_CHARS)}`))
    expect(others).toEqual([])
    expect(found?.why).toBe('too-long')
    expect(found?.inside[0]?.argv).toEqual(['rm', '-rf', '/'].map((text) => ({ kind: 'known', text, glob: false })))
  })

  it('nested text counts too', () => {
    const half = `: ${'x'.repeat(MAX_TEXT_CHARS / 2)}`
    expect(reasons(`x='${half}'; eval "$x"`)).toEqual(['too-long'])
  })

  it.each([
    ['wrappers', `${'nice '.repeat(300)}rm x`],
    ['groups', `${'{ '.repeat(230)}rm x${'; }'.repeat(230)}`],
    ['functions', 'f() { f; }; f'],
    ['evaluated text', `${'eval '.repeat(20)}rm x`],
  ])('%s inside each other are too deep', (_title, text) => {
    expect(reasons(text)).toEqual(['too-deep'])
  })

  it.each([
    ['steps', many(MAX_STEPS + 5, () => 'rm x')],
    ['nested loops', `${'for i in {1..60}; do '.repeat(4)}((1))${'; done'.repeat(4)}`],
    ['functions', many(MAX_NAMES + 5, (index) => `f${index}() { rm x; }`)],
  ])('too many %s are too long', (_title, text) => {
    expect(reasons(text)).toEqual(['too-long'])
    expect(read(text).steps.length).toBeLessThanOrEqual(MAX_STEPS + 1)
  })

  it.each([
    ['braces', `rm x; {a}{ ${'{'.repeat(300)}`],
    ['brackets', `rm x; () ${'$('.repeat(300)}`],
    ['sums', `rm x; ${'$['.repeat(300)}`],
  ])('many open %s are not given to the parser', (_title, text) => {
    const [found] = unresolved(read(text))
    expect(found?.why).toBe('too-long')
    expect(found?.inside[0]?.argv[0]).toEqual({ kind: 'known', text: 'rm', glob: false })
  })

  it('a parser that runs out of stack is an unparsable text', () => {
    const reading = read(`rm -rf /; [[ ${'#\n'.repeat(30_000)}`)
    expect(unresolved(reading).map((step) => step.why)).toEqual(['too-long'])
    expect(unresolved(reading)[0]?.inside[0]?.argv.length).toBe(3)
    expect(reading.cwd).toBe(undefined)
  })

  it('only some broken texts are scanned', () => {
    const found = unresolved(read(many(MAX_SCANS + 4, (index) => `a $(rm ${index} | | b)`)))
    expect(found.map((step) => step.inside.length > 0)).toEqual(found.map((_step, index) => index < MAX_SCANS))
  })

  it('carries a bounded number of commands inside', () => {
    expect(unresolved(read(`${many(200, (index) => `rm ${index}`)}\n| |`))[0]?.inside.length).toBe(MAX_INSIDE)
  })

  it.each([
    ['values that double', `x=aaaaaaaa; ${'x=$x$x; '.repeat(40)}rm "$x"`, ['rm', '?']],
    ['one value', `x=${'a'.repeat(40_000)}; y="$x$x"; rm "$y"`, ['rm', '?']],
    ['replacements', `x=${'a'.repeat(500)}; y=${'b'.repeat(500)}; rm "\${x//a/$y}"`, ['rm', '?']],
    ['printed text', `x=${'a'.repeat(1_000)}; rm "$(printf "$x%s" {1..200})"`, ['rm', '?']],
    ['printed texts', `x=${'a'.repeat(30_000)}; ${'echo "$x" > /dev/null; '.repeat(40)}rm "$(echo b)"`, ['rm', '?']],
    ['patterns', `x=${'a'.repeat(400)}; ${'y=${x##*b}; '.repeat(400)}rm "${'$'}{x##*a}"`, ['rm', '?']],
    ['alternatives', `rm {${'"a",'.repeat(14)}"b"};`.repeat(720), ['rm', ...Array.from({ length: 15 }, () => '?')]],
    ['sums', `rm $((${'1+'.repeat(300)}1))`, ['rm', '?']],
    ['braces', `rm {a,${'b'.repeat(3_000)}}`, ['rm', '?']],
    [
      'names',
      `${many(MAX_NAMES, (index) => `x${index}=1`)}\nx1=2; y=3; HOME=/z\nrm $x0 $x1 $y ~`,
      ['rm', '1', '2', '?', '/z'],
    ],
  ])('%s that grow too large are unknown', (_title, text, words) => {
    expect(lastWords(text)).toEqual(words)
  })

  it('words beyond the limit are one unknown word', () => {
    const words = lastWords(`x='${many(MAX_EXPANSION_WORDS + 50, (index) => String(index))}'; rm $x`)
    expect(words.length).toBe(MAX_EXPANSION_WORDS + 2)
    expect(words.at(-1)).toBe('?')
  })

  it('only so many files are remembered', () => {
    expect(read(many(MAX_FILES + 5, (index) => `: > f${index}`)).writes.length).toBe(MAX_FILES)
    expect(reasons(many(MAX_FILES + 5, (index) => `: > f${index}`))).toEqual(['too-long'])
    expect(reasons(many(MAX_FILES, (index) => `: > f${index}`))).toEqual([])
  })

  it('text cannot bring marks of its own', () => {
    expect(read('rm \uFDD0\uFDD3').steps).toMatchObject([{ argv: [{ text: 'rm' }, { text: '\uFFFD\uFFFD' }] }])
  })
})
