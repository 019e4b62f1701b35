interface ProgressRingProps {
  readonly done: number
  readonly total: number
}

const radius = 20
const around = 2 * Math.PI * radius

/** How much of a list is done. */
export function ProgressRing({ done, total }: ProgressRingProps) {
  const share = total === 0 ? 1 : done / total
  return (
    <div className="relative size-14 shrink-0">
      <span className="sr-only">{`${done} of ${total} done`}</span>
      <svg aria-hidden className="size-full -rotate-90" viewBox="0 0 48 48">
        <circle className="fill-none stroke-hover" cx={24} cy={24} r={radius} strokeWidth={5} />
        <circle
          className="fill-none stroke-good transition-[stroke-dashoffset] duration-500"
          cx={24}
          cy={24}
          r={radius}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
          strokeLinecap={share === 0 ? 'butt' : 'round'}
          strokeWidth={5}
        />
      </svg>
      <span aria-hidden className="absolute inset-0 grid place-items-center font-semibold text-[13px] tabular">
        {done}/{total}
      </span>
    </div>
  )
}
