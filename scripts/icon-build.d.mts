/** A Vite plugin. */
export declare function lighterIcons(): {
  name: string
  transform(code: string, id: string): { code: string; map: null } | null
}
