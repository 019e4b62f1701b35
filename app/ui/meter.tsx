interface MeterProps {
  readonly label: string
  readonly done: number
  /** Null: unknown; the bar is then indeterminate. */
  readonly total: number | null
}

const track =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover [&::-webkit-progress-bar]:bg-transparent'
const filling =
  '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-series-1 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-series-1'

/** A progress bar. */
export function Meter({ label, done, total }: MeterProps) {
  if (total === null || total <= 0) {
    return (
      <progress
        aria-label={label}
        className={`${track} animate-pulse bg-series-1/40 [&::-moz-progress-bar]:bg-transparent`}
      />
    )
  }
  return <progress aria-label={label} className={`${track} ${filling}`} max={total} value={Math.min(done, total)} />
}
