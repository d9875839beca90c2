declare const brand: unique symbol
type Brand<Name extends string> = string & { readonly [brand]: Name }

export type EventId = Brand<'EventId'>
export type SessionId = Brand<'SessionId'>
export type AgentId = Brand<'AgentId'>
export type CallId = Brand<'CallId'>
/** Realpath of the folder that is governed as one project. */
export type ProjectRoot = Brand<'ProjectRoot'>
/** The folder in which the published names of a project's own files are resolved; the root itself where they lie in it. */
export type ProjectHome = Brand<'ProjectHome'>
/** Lower-case hex sha-256 that names one exact action (allowance) or one class of actions (dismissal). */
export type Fingerprint = Brand<'Fingerprint'>

export const eventId = (text: string): EventId => text as EventId
export const sessionId = (text: string): SessionId => text as SessionId
export const agentId = (text: string): AgentId => text as AgentId
export const callId = (text: string): CallId => text as CallId
export const projectRoot = (text: string): ProjectRoot => text as ProjectRoot
export const projectHome = (text: string): ProjectHome => text as ProjectHome
export const fingerprint = (text: string): Fingerprint => text as Fingerprint
