import type { AnchorEffect, FoundPermit, FoundSession, KeptFolder } from '../core/model/anchor.ts'

/** The folders `.hestai` and `.hestai-sys` of a project. What cannot be used is told, never thrown. */
export interface AnchorFiles {
  /** Why the sessions folder cannot be used; undefined when it can. */
  trouble(project: string): string | undefined
  pending(project: string, nowMs: number): readonly FoundSession[]
  session(project: string, token: string, nowMs: number): FoundSession | undefined
  /** Folders that may be thrown away one day, the eldest first. */
  kept(project: string, nowMs: number): readonly KeptFolder[]
  isActive(project: string, token: string): boolean
  permit(project: string, token: string): FoundPermit | undefined
  roles(project: string): readonly string[]
  constitution(project: string, role: string): { readonly path: string; readonly text: string } | undefined
  /** False when it could not be done. */
  perform(project: string, effect: AnchorEffect): boolean
}
