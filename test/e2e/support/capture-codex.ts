import type { Capture } from './capture-fixtures.ts'
export async function captureCodex(_say: (line: string) => void): Promise<readonly Capture[]> {
  return []
}
