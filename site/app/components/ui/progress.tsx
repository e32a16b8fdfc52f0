interface ProgressProps {
  label: string
  value: number
  max?: number
}

export const Progress = ({ label, value, max = 100 }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    className="h-1 bg-ink/15"
  >
    <div className="h-full bg-brass transition-[width] duration-200" style={{ width: `${(value / max) * 100}%` }} />
  </div>
)
