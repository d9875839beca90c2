import { readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'

/** Where the daemon listens for the connections of clients; the same for every session of this user. */
export function readDoorPort(file: string): number | undefined {
  const value = readJsonFile(file)
  const port = typeof value === 'object' && value !== null && 'port' in value ? value.port : undefined
  return typeof port === 'number' && isPort(port) ? port : undefined
}

export function writeDoorPort(file: string, port: number): void {
  writePrivate(file, `${JSON.stringify({ port })}\n`)
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1_024 && port <= 65_535
}

/** Where the clients of a runtime send to. */
export function doorPathOf(runtime: string): string {
  return `/fairlead/${runtime}`
}

/** Where figures are read from. */
export const METRICS_PATH = '/metrics'
