import { Eye } from 'lucide-react'
import { useText } from '../../../language/index.ts'
import { useArranging } from '../layout/arranging.tsx'
import { changeSettings } from '../moves.ts'
import type { WidgetFrame } from '../widget-frame.ts'

/** What the person took off the page, to be shown again. */
export function HiddenList({ hidden }: { readonly hidden: readonly WidgetFrame[] }) {
  const t = useText()
  const { change, catalogue } = useArranging()
  return (
    <section aria-labelledby="hidden-heading">
      <h3 className="mb-1.5 font-medium" id="hidden-heading">
        {t('customise.hidden')}
      </h3>
      {hidden.length === 0 && <p className="text-[13px] text-faint">{t('customise.none_hidden')}</p>}
      <ul className="flex flex-wrap gap-1.5">
        {hidden.map(({ key, title, section }) => (
          <li key={key}>
            <button
              aria-label={t('customise.show', { name: title })}
              className="touch-target inline-flex h-8 items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-[13px] hover:bg-hover"
              onClick={() => change(changeSettings(key, { hidden: null }))}
              type="button"
            >
              <Eye aria-hidden className="size-3.5 text-faint" />
              {title}
              {section !== catalogue.platform && (
                <span className="text-faint">{catalogue.sections.find(({ id }) => id === section)?.name}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
