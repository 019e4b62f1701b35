import 'virtual:words/arriving'
import { useEffect } from 'react'
import { href, Link, useFetcher, useRevalidator } from 'react-router'
import { useLanguage, useText } from '../../language/index.ts'
import { Button, Card, Meter } from '../../ui/index.ts'
import type { ConnectionModel } from './model.ts'

export interface ProgressView {
  /** Connections whose history is still coming in. */
  readonly importing: readonly ConnectionModel[]
}

const askEveryMs = 4_000

/**
 * Progress of the history import. It polls on its own and leaves the figures of the page alone: they change when the reader
 * wants them to.
 */
export function ImportProgress({ initial, domain }: { readonly initial: ProgressView; readonly domain: string }) {
  const { importing } = useProgress(initial, domain)
  const revalidator = useRevalidator()
  const t = useText()
  if (initial.importing.length === 0) return null
  if (importing.length === 0) {
    return (
      <Card
        aria-label={t('connection.import')}
        className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5"
      >
        <p aria-live="polite">{t('connection.complete')}</p>
        <Button
          isBusy={revalidator.state === 'loading'}
          kind="primary"
          onClick={() => void revalidator.revalidate()}
          size="small"
          type="button"
        >
          {t('connection.show_new')}
        </Button>
      </Card>
    )
  }
  return importing.map((connection) => <Progress connection={connection} domain={domain} key={connection.id} />)
}

function useProgress(initial: ProgressView, domain: string): ProgressView {
  const fetcher = useFetcher<ProgressView>()
  const { load } = fetcher
  const language = useLanguage()
  const isRunning = (fetcher.data ?? initial).importing.length > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void load(`${href('/shop/:domain/progress', { domain })}?language=${language}`)
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, load, domain, language])
  return fetcher.data ?? initial
}

function Progress({ connection, domain }: { readonly connection: ConnectionModel; readonly domain: string }) {
  const t = useText()
  const active = connection.streams.filter((stream) => stream.state === 'importing')
  const lacksRefunds = connection.streams.some(
    ({ id, state, completeSince }) => id === 'refunds' && state !== 'complete' && completeSince === null,
  )
  return (
    <Card aria-label={t('connection.import_from', { name: connection.connectorLabel })} className="px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-semibold">{t('connection.importing', { name: connection.connectorLabel })}</h2>
        <Link
          className="rounded text-[13px] text-soft hover:underline"
          to={href('/shop/:domain/integrations', { domain })}
        >
          {t('connection.details')}
        </Link>
      </div>
      <p className="mt-0.5 text-[13px] text-soft">
        {t(lacksRefunds ? 'connection.import_note_refunds' : 'connection.import_note')}
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {active.map((stream) => (
          <li key={stream.id}>
            <p className="mb-1.5 flex justify-between gap-3 text-[13px]">
              <span className="font-medium">{stream.label}</span>
              <span className="text-faint tabular">{[stream.amount, stream.left].filter(Boolean).join(' · ')}</span>
            </p>
            <Meter done={stream.done} label={t('connection.imported', { name: stream.label })} total={stream.total} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
