import { FigureChange, FigureText, packSeries, Sparkline } from '../../charts/index.ts'
import type { FigureFormat } from '../../format/index.ts'
import { Skeleton } from '../../ui/index.ts'
import type { HubFigures } from './model.ts'

interface FigureListProps {
  readonly shown: HubFigures
  readonly format: FigureFormat
  /** Name of the comparison. */
  readonly than: string | undefined
  readonly isLarge?: boolean
}

const grid = 'grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3 lg:grid-cols-6'

/** Figures side by side, each with its change and its sparkline. */
export function FigureList({ shown: { figures, caveat }, format, than, isLarge = false }: FigureListProps) {
  return (
    <dl className={grid}>
      {figures.map((figure, index) => (
        <div className={`min-w-0 ${index === 0 ? 'max-sm:col-span-2' : ''}`} key={figure.key}>
          <dt className="truncate text-[13px] text-soft">{figure.label}</dt>
          <FigureText
            as="dd"
            className={`truncate font-semibold tabular tracking-tight ${isLarge ? 'text-2xl' : 'text-lg'}`}
            figure={figure}
            format={format}
          />
          <dd className="h-4.5 text-xs">
            <FigureChange caveat={caveat} figure={figure} format={format} than={than} />
          </dd>
          {figure.spark.some((value) => value !== null) && (
            <dd aria-hidden className={`mt-2 ${isLarge ? 'h-9' : 'h-6'}`}>
              <Sparkline course={packSeries(figure.spark)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const places = ['sales', 'orders', 'aov', 'customers', 'returns'] as const

/** Placeholder of a list of figures. */
export function FigureListSkeleton({ isLarge = false }: { readonly isLarge?: boolean }) {
  return (
    <div aria-hidden className={grid}>
      {places.map((place, index) => (
        <div className={index === 0 ? 'max-sm:col-span-2' : ''} key={place}>
          <Skeleton className="h-5 w-20" />
          <Skeleton className={`mt-1 w-28 max-w-full ${isLarge ? 'h-7' : 'h-6'}`} />
          <Skeleton className="mt-1 h-4 w-16" />
          <Skeleton className={`mt-2 w-full ${isLarge ? 'h-9' : 'h-6'}`} />
        </div>
      ))}
    </div>
  )
}
