import { useState } from 'react'
import { labelled, useLanguage } from '../language/index.ts'
import { type FlowBand, type FlowNode, flowHeight } from './flow.ts'

/** A laid out flow, printed. */
export interface Flow {
  /** Of the columns, from the first step to the last. */
  readonly heads: readonly string[]
  readonly nodes: readonly NamedNode[]
  /** The text is the volume. */
  readonly bands: readonly (FlowBand & { readonly text: string })[]
}

/** A node with its printed name and volume: `Paid social`, `1,240`. */
interface NamedNode extends FlowNode {
  readonly name: string
  readonly text: string
  /** Class of its colour; bands have that of the node where they begin. */
  readonly color: string
}

/** Names stand outside the flow, or in the gap after their column. */
const sides = {
  first: {
    name: 'end-full max-w-47 flex-row-reverse max-sm:max-w-39',
    text: 'me-2',
    bar: '-end-1',
    head: 'end-full pe-2',
  },
  middle: { name: 'start-0 max-w-[calc(100%-0.25rem)]', text: 'ms-2', bar: '-start-1', head: 'start-0 ps-2' },
  last: { name: 'start-0 max-w-29', text: 'ms-2', bar: '-start-1', head: 'start-0 ps-2' },
} as const

/**
 * A Sankey diagram in the direction of reading. A name that is too long for its gap is cut, and whole while it is pointed at,
 * focused or pressed. Hovering over a band shows one path; hovering over a node, focusing or pressing
 * it shows all paths that pass it.
 */
export function FlowMap({ heads, nodes, bands }: Flow) {
  const language = useLanguage()
  const [pressed, press] = useState<number>()
  const [near, approach] = useState<number>()
  const shown = near ?? pressed
  const last = heads.length - 1
  return (
    <div className="min-w-[66rem] ps-48 pe-30 pt-7 max-sm:ps-40">
      <div className="relative" style={{ height: flowHeight }}>
        <svg
          aria-hidden
          className="absolute inset-0 size-full rtl:-scale-x-100"
          preserveAspectRatio="none"
          viewBox={`0 0 100 ${flowHeight}`}
        >
          {bands.map(({ id, nodes: passed, text, outline }) => (
            <path
              className={`fill-current transition-opacity duration-150 hover:opacity-80 motion-reduce:transition-none ${shown !== undefined && passed.includes(shown) ? 'opacity-80' : 'opacity-25'} ${nodes[passed[0] ?? 0]?.color}`}
              d={outline}
              key={id}
            >
              <title>{labelled(passed.map((place) => nodes[place]?.name).join(' › '), text, language)}</title>
            </path>
          ))}
        </svg>
        {heads.map((head, step) => {
          const side = sides[step === 0 ? 'first' : step === last ? 'last' : 'middle']
          return (
            <div
              className="pointer-events-none absolute inset-y-0"
              key={head}
              style={{ insetInlineStart: `${(step / last) * 100}%`, width: step === last ? 0 : `${100 / last}%` }}
            >
              <span aria-hidden className={`absolute bottom-full whitespace-nowrap text-faint text-xs ${side.head}`}>
                {head}
              </span>
              <ul aria-label={head}>
                {nodes.map(
                  (node, place) =>
                    node.step === step && (
                      <li key={node.key}>
                        <button
                          aria-label={`${node.name} ${node.text}`}
                          aria-pressed={place === pressed}
                          className={`pointer-events-auto absolute flex h-6 -translate-y-1/2 items-center rounded text-xs hover:z-10 hover:max-w-none focus-visible:z-10 focus-visible:max-w-none aria-pressed:z-10 aria-pressed:max-w-none aria-pressed:font-semibold ${side.name}`}
                          onBlur={() => approach(undefined)}
                          onClick={() => press(place === pressed ? undefined : place)}
                          onFocus={() => approach(place)}
                          onPointerEnter={() => approach(place)}
                          onPointerLeave={() => approach(undefined)}
                          style={{ top: node.y }}
                          type="button"
                        >
                          <span
                            aria-hidden
                            className={`absolute top-1/2 w-2 -translate-y-1/2 rounded-xs bg-current ${side.bar} ${node.color}`}
                            style={{ height: Math.max(1, node.height) }}
                          />
                          <span className={`flex min-w-0 gap-1 rounded bg-surface px-1 text-ink ${side.text}`}>
                            <span className="truncate">{node.name}</span>
                            <span className="text-soft tabular">{node.text}</span>
                          </span>
                        </button>
                      </li>
                    ),
                )}
              </ul>
            </div>
          )
        })}
      </div>
    </div>
  )
}
