export type Compiled =
  | { readonly programs: readonly { readonly name: string; readonly contents: Buffer }[]; readonly problem?: undefined }
  | { readonly problem: string; readonly programs?: undefined }
export function compileNative(arch: string, root?: string): Compiled
