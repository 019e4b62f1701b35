import { useEffect } from 'react'
import { href, Link, useFetcher, useRevalidator } from 'react-router'
import { Button, Card, Meter } from '../../ui/index.ts'
import type { ConnectionModel } from './model.ts'

export interface ProgressView {
  /** Connections whose history is still coming in. */
  readonly importing: readonly ConnectionModel[]
}

const askEveryMs = 4_000

/**
 * How far the import of the history is. It asks on its own and leaves the figures of the page alone: they change when
 * the reader wants them to.
 */
export function ImportProgress({ initial, domain }: { readonly initial: ProgressView; readonly domain: string }) {
  const { importing } = useProgress(initial, domain)
  const revalidator = useRevalidator()
  if (initial.importing.length === 0) return null
  if (importing.length === 0) {
    return (
      <Card aria-label="Import" className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5">
        <p aria-live="polite">The history is complete.</p>
        <Button
          isBusy={revalidator.state === 'loading'}
          kind="primary"
          onClick={() => void revalidator.revalidate()}
          size="small"
          type="button"
        >
          Show the new figures
        </Button>
      </Card>
    )
  }
  return importing.map((connection) => <Progress connection={connection} domain={domain} key={connection.id} />)
}

function useProgress(initial: ProgressView, domain: string): ProgressView {
  const fetcher = useFetcher<ProgressView>()
  const { load } = fetcher
  const isRunning = (fetcher.data ?? initial).importing.length > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(href('/shop/:domain/progress', { domain }))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, load, domain])
  return fetcher.data ?? initial
}

function Progress({ connection, domain }: { readonly connection: ConnectionModel; readonly domain: string }) {
  const active = connection.streams.filter((stream) => stream.state === 'importing')
  return (
    <Card aria-label={`Import from ${connection.connectorLabel}`} className="px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-semibold">Importing your history from {connection.connectorLabel}</h2>
        <Link
          className="rounded text-[13px] text-soft hover:underline"
          to={href('/shop/:domain/integrations', { domain })}
        >
          Details
        </Link>
      </div>
      <p className="mt-0.5 text-[13px] text-soft">
        Newest orders come first. Figures are right for days that are already in; new and returning customers settle
        when everything is.
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {active.map((stream) => (
          <li key={stream.id}>
            <p className="mb-1.5 flex justify-between gap-3 text-[13px]">
              <span className="font-medium">{stream.label}</span>
              <span className="text-faint tabular">{[stream.amount, stream.left].filter(Boolean).join(' · ')}</span>
            </p>
            <Meter done={stream.done} label={`${stream.label} imported`} total={stream.total} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
