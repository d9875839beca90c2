declare module 'lucide:*' {
  export const glyph: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[]
}
declare const __FAIRLEAD_VERSION__: string
