import type { ShareModel } from './model.ts'

/** A share as a bar, its interval as a line across the end of it, and where the clicks stand as a mark. */
export function ShareBar({ share: { text, interval, share, low, high, attributed } }: { readonly share: ShareModel }) {
  return (
    <span className="block w-36 text-start sm:w-48">
      <span aria-hidden className="relative block h-3.5">
        <span
          className="absolute inset-y-0.5 start-0 rounded-e-sm bg-series-1/35"
          style={{ width: `${Math.max(0.5, share * 100)}%` }}
        />
        <span
          className="absolute top-1.5 h-0.5 rounded-full bg-series-1"
          style={{ insetInlineStart: `${low * 100}%`, width: `${Math.max(0.5, (high - low) * 100)}%` }}
        />
        {attributed !== null && (
          <span
            className="absolute inset-y-0 w-0.5 rounded-full bg-series-2"
            style={{ insetInlineStart: `${Math.min(attributed * 100, 99)}%` }}
          />
        )}
      </span>
      {text} <span className="text-faint text-xs">{interval}</span>
    </span>
  )
}
