/** Settings that climb from observe to steer to gate, one per tier. The catastrophic is always at the top. */
export const RUNGS = ['plane.routine', 'plane.method_rules', 'edge.level'] as const
export type RungSetting = (typeof RUNGS)[number]

/** What a person did on the ladder. */
export type LadderAct =
  /** Was this call, which passed, rightly one that would be held? `seq` is its row in the audit. */
  | { readonly kind: 'judge'; readonly seq: number; readonly right: boolean }
  | { readonly kind: 'promote'; readonly setting: RungSetting; readonly from: string; readonly to: string }

export type LadderFact =
  | { readonly kind: 'sample.judged'; readonly seq: number; readonly right: boolean; readonly door: string }
  | {
      readonly kind: 'enforcement.changed'
      readonly setting: RungSetting
      readonly from: string
      readonly to: string
      readonly door: string
    }
  | { readonly kind: 'ladder.refused'; readonly act: LadderAct['kind']; readonly why: string }
