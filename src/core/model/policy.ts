import type { Tier } from './assessment.ts'
import type { Rule } from './rule.ts'
import type { Setting } from './setting.ts'
import { SETTINGS_TABLE } from './settings.ts'

/** A person's standing word: this risk rule does not hold this very command text in this folder of this project. */
export interface Exception {
  readonly rule: string
  /** Without white space around it. */
  readonly command: string
  readonly project: string
  /** Where the command is run: the same words elsewhere are another deed. */
  readonly folder: string
}

type Valued<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : Valued<Table[Key]>
}

/** What the settings say. */
export type Settled = Valued<typeof SETTINGS_TABLE>

/** How a policy file differs from what was confirmed, by names of settings and rules. `file`: hash of its bytes. */
export interface Unconfirmed {
  readonly file: string
  readonly looser: readonly string[]
  readonly tighter: readonly string[]
}

/** The checked settings under which one event is judged. Plain data: it is cached as JSON. */
export interface Policy extends Settled {
  /** Built-in risk rules with another tier, by id; `routine` switches one off. */
  readonly tiers: Readonly<Record<string, Tier>>
  /** Rules that the policy files add. */
  readonly rules: readonly Rule[]
  /** False holds that a person has settled. Only junctions know exceptions. */
  readonly exceptions: readonly Exception[]
  /** What is wrong in the policy files, for people; the first few. */
  readonly problems: readonly string[]
  /** The person's own file is not what they confirmed. What it would loosen does not count; what it tightens does. */
  readonly unconfirmed?: Unconfirmed
}

export type PlanePolicy = Policy['plane']
export type AnchorPolicy = Policy['anchor']

/** A setting with its name in files, `section.key`. */
export interface NamedSetting extends Setting<unknown> {
  readonly name: string
}

/** Every setting there is, in the order in which they are shown. Marked, so that a hook, which needs values alone, goes without it. */
export const SETTINGS: readonly NamedSetting[] = /* @__PURE__ */ namedSettings()

function namedSettings(): readonly NamedSetting[] {
  return Object.entries(SETTINGS_TABLE).flatMap(([section, table]) => namedIn(section, table))
}

type Table = { readonly [key: string]: Setting<unknown> | Table }

function namedIn(section: string, table: Table): readonly NamedSetting[] {
  return Object.entries(table).flatMap(([key, one]) =>
    isSetting(one) ? [{ ...one, name: nameOf(section, key, one) }] : namedIn(section, one),
  )
}

/** The settings part of a policy. Every setting has a value, as a person writes it and of the type that it takes. */
export function settledBy(values: ReadonlyMap<string, unknown>): Settled {
  return settled((setting, section, key) => values.get(nameOf(section, key, setting)))
}

type ReadSetting = (setting: Setting<unknown>, section: string, key: string) => unknown

function settled(read: ReadSetting): Settled {
  const sections = Object.entries(SETTINGS_TABLE).map(([section, table]) => [section, valuesIn(section, table, read)])
  return Object.fromEntries(sections) as Settled
}

function valuesIn(section: string, table: Table, read: ReadSetting): object {
  const entries = Object.entries(table).map(([key, one]) => {
    if (!isSetting(one)) return [key, valuesIn(section, one, read)]
    const value = read(one, section, key)
    return [key, one.times === undefined ? value : Number(value) * one.times]
  })
  return Object.fromEntries(entries)
}

function isSetting(one: Setting<unknown> | Table): one is Setting<unknown> {
  return typeof one['about'] === 'string'
}

function nameOf(section: string, key: string, setting: Setting<unknown>): string {
  return `${section}.${setting.key ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

/** What one developer has after `fairlead init --yes`. */
export const DEFAULT_POLICY: Policy = {
  ...settled(({ initial }) => initial),
  tiers: {},
  rules: [],
  exceptions: [],
  problems: [],
}
