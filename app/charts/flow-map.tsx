import { Link } from 'react-router'
import type { FlowLayout } from './flow.ts'
import { type Series, seriesColors } from './series.ts'

/** How a part of the flow is shown. */
export interface FlowLabel {
  /** Name of the node and its volume: `Paid social`, `1,240`. */
  readonly name: string
  readonly text: string
  readonly series: Series
  /** Query of the page behind it. */
  readonly to?: string | undefined
}

interface FlowMapProps {
  readonly layout: FlowLayout
  /** Labels by node id. */
  readonly labels: Readonly<Record<string, FlowLabel>>
  /** Of the columns, from left to right. */
  readonly heads: readonly string[]
}

/**
 * A Sankey diagram from left to right. Hidden from screen readers: pages put a table with the same data beside it. Hovering
 * over a part fades the others.
 */
export function FlowMap({ layout, labels, heads }: FlowMapProps) {
  const { width, height, nodeWidth, nodes, links } = layout
  const last = heads.length - 1
  return (
    <div aria-hidden className="group/flow min-w-[52rem]">
      <div className="flex justify-between gap-4 pb-2 text-faint text-xs">
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <svg className="block h-auto w-full overflow-visible" viewBox={`0 0 ${width} ${height}`}>
        {links.map(({ id, from, width: thick, line, to }) => (
          <path
            className={`fill-none stroke-current opacity-30 transition-opacity duration-150 group-hover/flow:opacity-12 hover:!opacity-70 motion-reduce:transition-none ${seriesColors[labels[from]?.series ?? 1]}`}
            d={line}
            key={id}
            strokeWidth={Math.max(1, thick)}
          >
            <title>{`${labels[from]?.name ?? ''} → ${labels[to]?.name ?? ''}`}</title>
          </path>
        ))}
        {nodes.map((node) => {
          const label = labels[node.id]
          const isLast = node.step === last
          return (
            <g key={node.id}>
              <rect
                className={`fill-current ${seriesColors[label?.series ?? 1]}`}
                height={Math.max(1, node.height)}
                rx={2}
                width={nodeWidth}
                x={node.x}
                y={node.y}
              />
              {node.height >= 14 && <NodeText isLast={isLast} label={label} node={{ ...node, nodeWidth }} />}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

interface NodeTextProps {
  readonly node: { readonly x: number; readonly y: number; readonly height: number; readonly nodeWidth: number }
  readonly label: FlowLabel | undefined
  readonly isLast: boolean
}

function NodeText({ node, label, isLast }: NodeTextProps) {
  if (!label) return null
  const text = (
    <text
      className="fill-ink stroke-surface text-[12px] [paint-order:stroke] [stroke-width:3px]"
      dominantBaseline="middle"
      textAnchor={isLast ? 'end' : 'start'}
      x={isLast ? node.x - 6 : node.x + node.nodeWidth + 6}
      y={node.y + node.height / 2}
    >
      {label.name} <tspan className="fill-faint">{label.text}</tspan>
    </text>
  )
  if (label.to === undefined) return text
  return (
    <Link preventScrollReset tabIndex={-1} to={{ search: label.to }}>
      {text}
    </Link>
  )
}
