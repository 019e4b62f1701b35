import { type ComponentProps, lazy, Suspense, useMemo } from 'react'
import type { PagePart, PageView, SummaryModel } from '../model.ts'
import { dimensionsOf } from '../summary-catalogue.ts'
import { ArrangingProvider } from './arranging.tsx'
import { Board } from './board.tsx'

const CustomiseBoard = lazy(async () => ({
  default: (await import('../customise/customise-board.tsx')).CustomiseBoard,
}))

interface SummaryBoardProps extends Pick<ComponentProps<typeof Board>, 'notices'> {
  readonly model: SummaryModel
  readonly page: PagePart
}

/** The person's summary, to read or, if the address says so, to customise. */
export function SummaryBoard({ model, page, notices }: SummaryBoardProps) {
  const { catalogue } = model
  const view: PageView = useMemo(() => {
    const { platform, stats } = catalogue
    const dimensions = dimensionsOf(catalogue, undefined)
    const own = stats.filter(({ section }) => section === platform)
    return { ...page, dimensions, metrics: own.map(({ metric, label }) => ({ key: metric, label })) }
  }, [page, catalogue])
  return (
    <ArrangingProvider catalogue={catalogue} view={view}>
      {(arrangement) => {
        const board = <Board arrangement={arrangement} model={model} notices={notices} />
        if (!view.state.customise) return board
        return (
          <Suspense fallback={board}>
            <CustomiseBoard arrangement={arrangement} model={model} />
          </Suspense>
        )
      }}
    </ArrangingProvider>
  )
}
