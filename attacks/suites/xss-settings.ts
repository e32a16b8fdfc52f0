// The most hostile text that a dealer could save in each setting, written straight into the table to bypass the form's
// checks.
import { SETTINGS, type Setting } from '../../supabase/functions/_shared/settings.ts'

export function hostileSettings(payloads: string[]): Record<string, string> {
  const settings: Setting[] = Object.values(SETTINGS)
  // Hostile text would turn a switch off, and the emails and screens that depend on the switch would not be checked.
  const written = settings.filter(({ type }) => type !== 'switch')
  return Object.fromEntries(written.map((setting, n) => [setting.key, hostileValue(setting, payloads, n)]))
}

function hostileValue({ key, type, format, fields = {} }: Setting, payloads: string[], n: number): string {
  switch (type) {
    case 'items':
      return JSON.stringify(
        payloads.slice(0, 3).map((text) => Object.fromEntries(Object.keys(fields).map((name) => [name, text]))),
      )
    case 'profile':
      return 'javascript:window.__xss=19'
    case 'picture':
      return '"><svg onload=window.__xss=20>'
    case 'link':
      return 'javascript:window.__xss=21'
    case 'colour':
      return '#fff}</style><script>window.__xss=22</script>'
    // The banner is shown until this date.
    case 'date':
      return '2099-01-01'
    case 'text':
    case 'lines':
    case 'markdown':
      // The last word of the key shows where a page displays the text.
      if (!format) return `${key.split('_').at(-1)} ${payloads.join(' ')}`
  }
  return payloads[n % payloads.length] ?? ''
}
