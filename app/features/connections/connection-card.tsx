import { Form, useNavigation } from 'react-router'
import type { ConnectionStatus } from '../../services.ts'
import { Badge, Button, Card, Meter, Notice, PlatformIcon } from '../../ui/index.ts'
import type { ConnectionModel, StreamModel } from './model.ts'

const states = {
  importing: { label: 'Importing history', tone: 'accent' },
  healthy: { label: 'Up to date', tone: 'good' },
  late: { label: 'Late', tone: 'warn' },
  broken: { label: 'Needs you', tone: 'bad' },
  paused: { label: 'Paused', tone: 'neutral' },
} as const satisfies Record<ConnectionStatus, unknown>

interface ConnectionCardProps {
  readonly connection: ConnectionModel
  readonly mayChange: boolean
}

/** A connected account: how it is doing, what is missing, what can be done. */
export function ConnectionCard({ connection, mayChange }: ConnectionCardProps) {
  const state = states[connection.status]
  const heading = `connection-${connection.id}`
  return (
    <Card aria-labelledby={heading} className="p-5" id={`c-${connection.id}`}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold text-[15px]" id={heading}>
            <PlatformIcon className="size-5" label={connection.connectorLabel} name={connection.connector} />
            {connection.connectorLabel} <Badge tone={state.tone}>{state.label}</Badge>
          </h3>
          <p className="break-all text-soft">{connection.account}</p>
        </div>
        {mayChange && <Actions connection={connection} />}
      </div>
      {connection.message && (
        <div className="mt-4">
          <Notice severity={connection.status === 'broken' ? 'serious' : 'warning'}>{connection.message}</Notice>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-[13px] sm:grid-cols-3">
        <Fact name="Last complete sync" title={connection.lastSync?.at}>
          {connection.lastSync?.age ?? 'Not yet'}
        </Fact>
        <Fact name="Next sync">{connection.nextSync ?? '–'}</Fact>
        <Fact name="Access">{connection.access === 'read' ? 'Read only' : 'Read, and webhooks'}</Fact>
      </dl>
      <ul className="mt-5 grid gap-3 border-line border-t pt-4">
        {connection.streams.map((stream) => (
          <Stream key={stream.id} stream={stream} />
        ))}
      </ul>
      {connection.missing.length > 0 && (
        <div className="mt-5 border-line border-t pt-4">
          <h4 className="font-medium text-[13px]">What is missing</h4>
          <ul className="mt-1.5 list-disc space-y-1 ps-5 text-[13px] text-soft">
            {connection.missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

function Fact({
  name,
  title,
  children,
}: {
  readonly name: string
  readonly title?: string | undefined
  readonly children: string
}) {
  return (
    <div>
      <dt className="text-faint">{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  )
}

function Stream({ stream }: { readonly stream: StreamModel }) {
  return (
    <li className="text-[13px]">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{stream.label}</span>
        <span className="text-faint tabular">{stateOf(stream)}</span>
      </div>
      {stream.state === 'importing' && (
        <div className="mt-1.5">
          <Meter done={stream.done} label={`${stream.label} imported`} total={stream.total} />
        </div>
      )}
      {stream.error && <p className="mt-1 text-bad">{stream.error}</p>}
    </li>
  )
}

function stateOf(stream: StreamModel): string {
  switch (stream.state) {
    case 'waiting':
      return 'Waiting'
    case 'importing':
      return [stream.amount, stream.left].filter(Boolean).join(' · ')
    case 'complete':
      return stream.completeSince ? `${stream.amount} · complete since ${stream.completeSince}` : stream.amount
    case 'failed':
      return 'Failed'
  }
}

function Actions({ connection }: { readonly connection: ConnectionModel }) {
  const { formData } = useNavigation()
  const isBusy = (action: string) => formData?.get('connection') === connection.id && formData.get('action') === action
  const toggle = connection.status === 'paused' ? 'resume' : 'pause'
  return (
    <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
      <input name="intent" type="hidden" value="change" />
      <input name="connection" type="hidden" value={connection.id} />
      {connection.status !== 'paused' && (
        <Button isBusy={isBusy('sync')} name="action" size="small" value="sync">
          Sync now
        </Button>
      )}
      <Button isBusy={isBusy(toggle)} kind="quiet" name="action" size="small" value={toggle}>
        {toggle === 'pause' ? 'Pause' : 'Resume'}
      </Button>
      <details className="relative">
        <summary className="touch-target flex h-8 cursor-pointer list-none items-center rounded-lg px-2.5 font-medium text-[13px] text-soft hover:bg-hover">
          Disconnect…
        </summary>
        <div className="absolute end-0 z-10 mt-1 w-72 rounded-xl border border-line bg-raised p-4 shadow-raised">
          <p className="mb-3 text-[13px]">
            Syncing with {connection.account} stops and its keys are deleted. Figures imported so far stay.
          </p>
          <Button isBusy={isBusy('disconnect')} kind="danger" name="action" size="small" value="disconnect">
            Disconnect {connection.connectorLabel}
          </Button>
        </div>
      </details>
    </Form>
  )
}
