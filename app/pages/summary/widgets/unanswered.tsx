import { href, Link, useParams, useRevalidator } from 'react-router'
import { PlugZap, RotateCw } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { Button } from '../../../ui/index.ts'
import type { WidgetModel } from '../model.ts'
import { PlainTitle } from './title.tsx'

interface UnansweredProps {
  readonly widget: Exclude<WidgetModel, { state: 'ready' | 'loading' }>
}

/** Replaces a missing figure and names the reason. */
export function Unanswered({ widget }: UnansweredProps) {
  return (
    <>
      <PlainTitle widget={widget} />
      <div className="flex flex-1 flex-col items-start justify-center gap-2 px-4 pb-4 text-[13px] text-soft">
        {widget.state === 'not_connected' && <NotConnected />}
        {widget.state === 'not_loaded' && (
          <>
            <p className="font-semibold text-faint text-xl leading-7">–</p>
            <p>{widget.message}</p>
          </>
        )}
        {widget.state === 'failed' && <Failed message={widget.message} />}
      </div>
    </>
  )
}

function NotConnected() {
  const t = useText()
  const { domain } = useParams()
  return (
    <>
      <p className="flex items-center gap-2">
        <PlugZap aria-hidden className="size-4 shrink-0 text-faint" /> {t('widget.not_connected')}
      </p>
      {domain && (
        <Link
          className="relative z-10 rounded text-accent hover:underline"
          to={href('/shop/:domain/integrations', { domain })}
        >
          {t('widget.connect')}
        </Link>
      )}
    </>
  )
}

function Failed({ message }: { readonly message: string }) {
  const t = useText()
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <p role="alert">{message || t('widget.failed')}</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} size="small" type="button">
        <RotateCw aria-hidden className="size-3.5" /> {t('action.retry')}
      </Button>
    </>
  )
}
