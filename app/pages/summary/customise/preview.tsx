import { useText } from '../../../language/index.ts'
import { useLateContent } from '../layout/late-content.tsx'
import type { PageView } from '../model.ts'
import { toWidget } from '../to-widget.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { WidgetBody } from '../widgets/widget-body.tsx'

interface PreviewProps {
  /** Undefined until a figure is chosen. */
  readonly frame: WidgetFrame | undefined
  readonly view: PageView
}

/** A widget as it would look, with the figures of the page's days. */
export function Preview({ frame, view }: PreviewProps) {
  const t = useText()
  return (
    <section aria-label={t('add.preview')}>
      <h3 className="mb-1.5 font-medium">{t('add.preview')}</h3>
      {frame ? (
        <Living frame={frame} view={view} />
      ) : (
        <p className="grid h-36 place-items-center rounded-xl border border-line border-dashed text-[13px] text-faint">
          {t('add.choose')}
        </p>
      )}
    </section>
  )
}

function Living({ frame, view }: { readonly frame: WidgetFrame; readonly view: PageView }) {
  const load = useLateContent(frame, view)
  return (
    <div className="relative min-h-36 rounded-xl border border-line bg-surface" inert>
      <WidgetBody view={view} widget={toWidget(frame, frame.isConnected ? load : undefined)} />
    </div>
  )
}
