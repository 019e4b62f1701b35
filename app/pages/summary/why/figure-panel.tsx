import 'virtual:words/why'
import { type ReactNode, Suspense } from 'react'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { SidePanel } from '../../../ui/index.ts'
import { Later } from '../../../ui/later.tsx'
import { DrillDown, DrillDownSkeleton } from '../drill-down.tsx'
import type { PanelModel } from '../load-panel.server.ts'
import { Causes } from './causes.tsx'
import { Parts } from './parts.tsx'
import { WhyPanel, WhySkeleton } from './why-panel.tsx'

interface FigurePanelProps {
  readonly panel: Extract<PanelModel, { kind: 'figure' }>
}

/** A metric explained, broken down, and listed row by row. Each part streams in, and fails, independently. */
export function FigurePanel({ panel }: FigurePanelProps) {
  const t = useText()
  const { state, title, why, causes, parts, list, dimensions } = panel
  return (
    <SidePanel closeTo={withSearch(state, { open: undefined })} title={title}>
      <div className="p-5" key={`${state.open} ${state.by}`}>
        <Part fallback={<WhySkeleton />} load={why}>
          {(loaded) => loaded && <WhyPanel state={state} why={loaded} />}
        </Part>
        {causes && (
          <Part fallback={null} load={causes}>
            {(loaded) => loaded && <Causes causes={loaded} />}
          </Part>
        )}
        <Part fallback={null} load={parts}>
          {(loaded) => <Parts dimensions={dimensions} load={loaded} state={state} />}
        </Part>
        {list === null ? (
          <p className="mt-7 text-soft">{t('why.closed')}</p>
        ) : (
          <Part fallback={<DrillDownSkeleton />} key={state.after} load={list}>
            {(loaded) => loaded && <DrillDown list={loaded} state={state} />}
          </Part>
        )}
      </div>
    </SidePanel>
  )
}

interface PartProps<Loaded> {
  readonly load: Promise<Loaded>
  readonly fallback: ReactNode
  readonly children: (loaded: Loaded) => ReactNode
}

function Part<Loaded>({ load, fallback, children }: PartProps<Loaded>) {
  const t = useText()
  return (
    <Suspense fallback={fallback}>
      <Later errorElement={<p className="py-6 text-center text-soft">{t('why.failed')}</p>} resolve={load}>
        {/* The router hands on what was awaited of the very promise. */}
        {(loaded) => children(loaded as Loaded)}
      </Later>
    </Suspense>
  )
}
