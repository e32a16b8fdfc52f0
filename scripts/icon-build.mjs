/**
 * A plugin that leaves out what the site's icon component does not use: names, sizes, aliases, and keys, which are
 * random and so hardly compress. If a new version of Lucide is written differently, its icons only become heavier.
 */
export function lighterIcons() {
  return {
    name: 'lighter-icons',
    transform(code, id) {
      return id.includes('/lucide-react/dist/esm/icons/') ? { code: leaveOutUnused(code), map: null } : null
    },
  }
}

const leaveOutUnused = (code) =>
  code.replaceAll(/, key: "\w+"/g, '').replaceAll(/^ {2}(?:name: "[\w-]+"|size: \d+|aliases: \[[^\]]*\]),?$/gm, '')
