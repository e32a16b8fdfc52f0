// Two native range inputs on one track. They support keyboards, screen readers and forms without JavaScript.
import clsx from 'clsx'
import type { CSSProperties } from 'react'

export type Range = readonly [number, number]

interface RangeSliderProps {
  /** What the slider sets, such as Price; the thumbs are named "Minimum price" and "Maximum price". */
  label: string
  min: number
  max: number
  step?: number
  value: Range
  onValueChange: (value: Range) => void
  formatValue?: (value: number) => string
  /** The two inputs' names in the form. */
  names?: readonly [string, string]
}

export function RangeSlider(props: RangeSliderProps) {
  const { label, min, max, step = 1, value, onValueChange, formatValue = String, names } = props
  const [low, high] = value
  const portion = (at: number) => (at - min) / (max - min)
  const ends = [
    { name: 'Minimum', at: low, next: (to: number): Range => [Math.min(to, high), high] },
    { name: 'Maximum', at: high, next: (to: number): Range => [low, Math.max(to, low)] },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span aria-hidden className="font-medium">
          {label}
        </span>
        <output className="tabular text-quiet">
          {formatValue(low)} – {formatValue(high)}
        </output>
      </div>
      <div className="relative mt-2 h-6" style={{ '--low': portion(low), '--high': portion(high) } as CSSProperties}>
        <div className="absolute inset-x-0 top-1/2 h-px bg-control" />
        <div className="range-fill" />
        {ends.map((end, index) => (
          <input
            key={end.name}
            type="range"
            // If both thumbs meet at the far end, only the lower one can still move, so it must be on top.
            className={clsx('range-thumb', index === 0 && low > (min + max) / 2 && 'z-10')}
            aria-label={`${end.name} ${label.toLowerCase()}`}
            aria-valuetext={formatValue(end.at)}
            name={names?.[index]}
            min={min}
            max={max}
            step={step}
            value={end.at}
            onChange={(event) => onValueChange(end.next(Number(event.target.value)))}
          />
        ))}
      </div>
    </fieldset>
  )
}
