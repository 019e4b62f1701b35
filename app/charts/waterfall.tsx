import { heightOf } from './paths.ts'
import type { WaterfallModel, WaterfallStep } from './waterfall-steps.ts'

interface WaterfallProps {
  readonly label: string
  readonly waterfall: WaterfallModel
}

const colors = { sum: 'text-series-1', up: 'text-series-3', down: 'text-series-2' } as const

/**
 * A running sum from left to right, on narrow screens from top to bottom. A drawing only: pages show the same figures in a table.
 */
export function Waterfall({ label, waterfall }: WaterfallProps) {
  return (
    <figure aria-label={label} className="@container/waterfall m-0">
      <div aria-hidden className="@max-2xl/waterfall:hidden print:block!">
        <Columns {...waterfall} />
      </div>
      <ol aria-hidden className="grid gap-1.5 text-[13px] @2xl/waterfall:hidden print:hidden!">
        {waterfall.steps.map((step) => (
          <Line axis={waterfall.axis} key={step.key} step={step} />
        ))}
      </ol>
    </figure>
  )
}

function toneOf({ kind, to }: WaterfallStep): string {
  return kind === 'sum' && to < 0 ? colors.down : colors[kind]
}

const height = 100

function Columns({ axis, steps }: WaterfallModel) {
  const y = (value: number) => (1 - heightOf(value, axis)) * height
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <div className="relative w-14 text-end text-faint text-xs">
        {axis.ticks.map(({ at, text }) => (
          <span
            className="absolute end-0 translate-y-1/2 whitespace-nowrap"
            key={at}
            style={{ bottom: `${heightOf(at, axis) * 100}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <div className="relative h-56">
        {axis.ticks.map(({ at }) => (
          <div
            className={`absolute inset-x-0 border-t ${at === 0 ? 'border-edge/50' : 'border-line'}`}
            key={at}
            style={{ bottom: `${heightOf(at, axis) * 100}%` }}
          />
        ))}
        <svg
          className="absolute inset-0 size-full rtl:-scale-x-100"
          preserveAspectRatio="none"
          viewBox={`0 0 ${steps.length} ${height}`}
        >
          {steps.map((step, index) => (
            <g className={toneOf(step)} key={step.key}>
              <rect
                className="fill-current"
                height={Math.max(0.6, Math.abs(y(step.from) - y(step.to)))}
                width={0.7}
                x={index + 0.15}
                y={Math.min(y(step.from), y(step.to))}
              />
              {index < steps.length - 1 && (
                <path
                  className="stroke-edge"
                  d={`M${index + 0.85} ${y(step.to)}H${index + 1.15}`}
                  vectorEffect="non-scaling-stroke"
                />
              )}
            </g>
          ))}
        </svg>
      </div>
      <span />
      <ol className="grid pt-2 text-xs" style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
        {steps.map(({ key, label, text, kind }) => (
          <li className="hyphens-auto break-words px-0.5 text-center leading-tight" key={key}>
            <span className="block font-medium tabular" suppressHydrationWarning>
              {text}
            </span>
            <span className={`block text-balance ${kind === 'sum' ? 'text-soft' : 'text-faint'}`}>{label}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Line({ step, axis }: { readonly step: WaterfallStep; readonly axis: WaterfallModel['axis'] }) {
  const [low, high] = [Math.min(step.from, step.to), Math.max(step.from, step.to)].map(
    (value) => heightOf(value, axis) * 100,
  )
  return (
    <li className={step.kind === 'sum' ? 'font-medium' : ''}>
      <span className="flex items-baseline justify-between gap-3">
        <span className={step.kind === 'sum' ? '' : 'text-soft'}>{step.label}</span>
        <span className="tabular" suppressHydrationWarning>
          {step.text}
        </span>
      </span>
      <span className="relative mt-0.5 block h-2 rounded-xs bg-hover">
        <span
          className={`absolute inset-y-0 rounded-xs bg-current ${toneOf(step)}`}
          style={{ insetInlineStart: `${low}%`, width: `${Math.max(0.6, (high ?? 0) - (low ?? 0))}%` }}
        />
      </span>
    </li>
  )
}
