import { Group } from './specimen.tsx'

const COLOURS = [
  ['page', 'bg-page'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['quiet', 'bg-quiet'],
  ['faint', 'bg-faint'],
  ['hairline', 'bg-hairline'],
  ['line', 'bg-line'],
  ['control', 'bg-control'],
  ['brass', 'bg-brass'],
  ['success', 'bg-success'],
  ['warning', 'bg-warning'],
  ['danger', 'bg-danger'],
  ['info', 'bg-info'],
] as const

const SIZES = ['text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl'] as const

export function Colours() {
  return (
    <Group title="Colours">
      <ul className="grid grid-cols-3 gap-4 sm:grid-cols-5 lg:grid-cols-7">
        {COLOURS.map(([name, look]) => (
          <li key={name} className="grid gap-2 text-sm">
            <span className={`h-16 border border-hairline ${look}`} />
            {name}
          </li>
        ))}
      </ul>
    </Group>
  )
}

export function Type() {
  return (
    <Group title="Type">
      <p className="overline-text">Overline</p>
      <div className="grid gap-4">
        {SIZES.map((size) => (
          <p key={size} className={`display ${size}`}>
            Ink, bone and brass
          </p>
        ))}
      </div>
      <p className="max-w-measure">
        Body text is set in Inter at sixteen pixels, with generous line spacing and at most sixty-eight characters to a
        line.
      </p>
      <p className="text-sm text-quiet">
        Quiet text is set at fourteen pixels. <span className="tabular">£41,995 · 24,600 miles</span> in tabular
        figures.
      </p>
    </Group>
  )
}
