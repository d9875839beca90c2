import { basename } from 'node:path'
import type { NoticeKind } from '../core/model/event.ts'
import type { Policy } from '../core/model/policy.ts'
import type { Notice } from '../core/protocols/edge/notices.ts'
import { NOTICE_TEXTS } from '../core/words/kept.ts'
import type { Message } from './webhook.ts'

/** What became of a hold. */
export type HoldOutcome = 'approved' | 'skipped' | 'lapsed'

/** Several notices of one kind as one message, with as much of each call as the person wants told. */
export function messageOf(
  notices: readonly [Notice, ...Notice[]],
  {
    project,
    text,
    outcomes,
  }: {
    readonly project: string
    readonly text: Policy['notify']['text']
    readonly outcomes: ReadonlyMap<number, HoldOutcome>
  },
): Message {
  const { of } = notices[0]
  const name = basename(project)
  const told = notices.map((notice) => toldOf(notice, text, outcomes))
  return {
    type: of,
    title: NOTICE_TEXTS.title[of](
      name,
      notices.map(({ number }) => number),
    ),
    body: told.map(NOTICE_TEXTS.line).join('\n'),
    data: { project: name, holds: told },
    isUrgent: URGENT.has(of),
  }
}

const URGENT: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['hold.opened', 'hold.kept'])

function toldOf(
  { number, hold, of }: Notice,
  text: Policy['notify']['text'],
  outcomes: ReadonlyMap<number, HoldOutcome>,
) {
  const outcome = outcomes.get(number)
  return {
    number,
    ...(hold && text !== 'number' && { reason: hold.reason }),
    ...(hold?.command !== undefined && text === 'command' && { command: hold.command }),
    ...(of === 'hold.kept' && hold?.keepUntilMs !== undefined && { until: new Date(hold.keepUntilMs).toISOString() }),
    ...(of === 'hold.settled' && outcome !== undefined && { outcome }),
  }
}
