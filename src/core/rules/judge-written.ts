import type { Finding } from '../model/assessment.ts'
import type { WrittenFile } from '../model/tool.ts'
import { type Program, programNamed } from './book/book.ts'
import { languageOfFile } from './book/languages.ts'
import { saysRemoval } from './book/spoken.ts'
import { destroyingLines } from './flow/code-spoken.ts'
import { runsUnasked } from './flow/implied-runs.ts'
import { graveIn, type Judging, judgeText } from './judge-step.ts'
import { argvOf, hasOption, wordText } from './options/argv.ts'
import { dirname, resolvePath } from './shell/path.ts'
import type { ResolvedCommand, ShellReading, Step } from './shell/reading.ts'

const HERE = { via: [], place: 'local', privileged: false } as const

/** A hook or a task that will run without anybody typing it: what nothing brings back is told when it is written. */
export function unaskedFindings(file: Pick<WrittenFile, 'path' | 'text'>, judge: Judging): readonly Finding[] {
  // What lies in a folder of settings runs where the project is, anything else where it lies.
  const cwd = /\/\./.test(file.path) ? judge.ground.cwd : dirname(file.path)
  return runsUnasked(file, judge.ground.around.project).flatMap(({ text, language }) =>
    language === 'shell'
      ? judgeText(text, cwd, judge).filter(
          (finding) => finding.tier === 'catastrophic' && finding.targetClass !== 'project',
        )
      : graveIn(text, { ...HERE, cwd, language }, judge),
  )
}

/** What a call writes, and what it runs of what was written before. */
export function writtenFindings(reading: ShellReading, judge: Judging): readonly Finding[] {
  const unasked = [
    ...reading.writes.flatMap((file) => unaskedFindings(file, judge)),
    ...reading.steps.flatMap((step) => putIntoFiles(step, judge)),
  ]
  const session = [...reading.writes, ...judge.ground.session]
  if (session.length === 0) return unasked
  const isRun = reading.steps.some(runsProject)
  const named = reading.steps.flatMap((step) => (step.kind === 'command' ? givenFiles(step, session) : []))
  const waiting = isRun
    ? session.filter(({ path }) => !READ_ONLY.test(path) && !isSample(path)).slice(-MAX_WAITING)
    : []
  return [
    ...unasked,
    ...named.flatMap((file) => [...waitingFindings(file, judge), ...listedFindings(file, judge)]),
    ...waiting.flatMap((file) => waitingFindings(file, judge).filter(isGrave)),
  ]
}

/** `sed -i 's/x/rm -rf ~/' Makefile`: a line that is put into a file as it stands, for somebody to run. */
function putIntoFiles(step: Step, judge: Judging): readonly Finding[] {
  if (step.kind !== 'command' || step.place !== 'local' || !EDITORS.test(argvOf(step).program)) return []
  const isWritten = step.redirects.length > 0 || hasOption(argvOf(step), ['-i', '--in-place', '--inplace'])
  return isWritten
    ? destroyingLines(
        step.argv
          .map(wordText)
          .filter((text) => !text.startsWith('-'))
          .join('\n'),
      )
        .flatMap((line) => judgeText(line, step.cwd, judge))
        .filter(({ tier }) => tier === 'catastrophic')
    : []
}

const EDITORS = /^(?:g?sed|jq|yq|sd|dasel|crudini)$/

/** Files of this session that are given to a program which may do more than show them. */
function givenFiles(command: ResolvedCommand, session: readonly WrittenFile[]): readonly GivenFile[] {
  const argv = argvOf(command)
  const record = programNamed(argv.program)
  if (command.place !== 'local' || /^(?:git|gh|<.*)$/.test(argv.program) || (record?.does ?? []).length > 0) return []
  const input = command.input.kind === 'file' ? [wordText(command.input.path)] : []
  return [...command.argv.slice(1).map(wordText), ...input].flatMap((text) => {
    const name = text.replace(/^--?[\w-]+=|^-[A-Za-z](?=[./~])|^@/, '')
    const path = resolvePath(name, command.cwd)
    const removes = argv.options.some((option) => saysRemoval(option.name))
    return session.filter((each) => each.path === path).map((file) => ({ ...file, removes }))
  })
}

type GivenFile = WrittenFile & {
  /** The command that is given it says that it takes something away. */
  readonly removes: boolean
}

/** `tidy --remove list.conf`: what a list of this session names. */
function listedFindings({ text, removes }: GivenFile, judge: Judging): readonly Finding[] {
  return removes && text !== undefined
    ? graveIn(`remove\n${text}`, { ...HERE, cwd: judge.ground.cwd, language: 'other' }, judge)
    : []
}

const isGrave = ({ harm, targetClass }: Finding): boolean =>
  harm === 'delete' && /(?:^|\+)(?:outside-project|home|root|system)(?:\+|$)/.test(targetClass)

const MAX_WAITING = 64

/** Code, and what tells tools what to run, is loaded by others. A script of the shell is run by its name; the rest is read by people. */
const READ_ONLY =
  /\.(?:(?:ba|z|fi)?sh|mdx?|txt|rst|adoc|csv|tsv|svg|s?css|html?|lock|sql|log|map|snap|patch|diff|conf|env)$/

/** A table in a folder of samples tells nobody what to run. */
const isSample = (path: string): boolean =>
  path.endsWith('.json') && /\/(?:fixtures?|tests?|specs?|__\w+__|data|examples?|samples?|mocks?|docs?)\//.test(path)

/** May it load files that none of its words names? Where nobody described what it does with its words, it may. */
function runsProject(step: Step): boolean {
  if (step.kind === 'code' || step.kind === 'run-file') return step.place === 'local'
  return step.kind === 'command' && step.place === 'local' && mayLoad(programNamed(argvOf(step).program))
}

const mayLoad = (record: Program | undefined): boolean =>
  record === undefined || (record.does.length === 0 && !/^(?:explore|other)$/.test(`${record.work}`))

/** What a file of this session would take away from a person, wherever it is loaded. */
function waitingFindings({ path, text }: WrittenFile, judge: Judging): readonly Finding[] {
  if (text === undefined || !/~|home|users|\/root/i.test(text)) return []
  const place = { ...HERE, cwd: judge.ground.cwd }
  const language = languageOfFile(path)
  if (language !== undefined) return graveIn(text, { ...place, language, isPlain: true }, judge)
  const isData = /\.(?:ya?ml|json|toml|ini|cfg|conf|env|txt|csv)$/.test(path)
  return [
    ...destroyingLines(text).flatMap((line) => judgeText(line, place.cwd, judge)),
    ...(isData ? [] : graveIn(text, { ...place, language: 'other' }, judge)),
  ]
}
