import 'virtual:words/period'
import 'virtual:words/command'
import { type ReactNode, useId, useState } from 'react'
import { directionOf, type MessageKey, useLanguage, useText } from '../../language/index.ts'
import { presetKeys, presets } from '../../search/index.ts'
import { areQuickKeysOn, setQuickKeys } from '../../ui/index.ts'
import { type OverlayControls, OverlayHead } from '../../ui/overlays/index.ts'
import { destinationsOf } from '../destinations.ts'

interface ShortcutHelpProps extends OverlayControls<never> {
  /** The current shop; undefined while there is none. */
  readonly domain: string | undefined
}

/** All shortcuts, and a switch for the single-key ones. */
export function ShortcutHelp({ domain, close, titleId }: ShortcutHelpProps) {
  const isMirrored = directionOf(useLanguage()) === 'rtl'
  const t = useText()
  return (
    <>
      <OverlayHead close={() => close()} title={t('shortcuts.title')} titleId={titleId} />
      <div className="px-5 pt-4 pb-1 sm:columns-2 sm:gap-8">
        <Group title={t('shortcuts.anywhere')}>
          <Line keys={['Ctrl', 'K']} label="shortcuts.menu" />
          <Line keys={['?']} label="shortcuts.help" />
          <Line keys={['F8']} label="shortcuts.notices" />
          <Line keys={['Esc']} label="shortcuts.close" />
        </Group>
        {domain && (
          <>
            <Group title={t('shortcuts.pages')}>
              {destinationsOf(domain).map(({ to, label, goKey }) => (
                <Line key={to} keys={['G', goKey]} label={label} />
              ))}
            </Group>
            <Group title={t('shortcuts.days')}>
              {presets.map((preset) => {
                const key = presetKeys[preset]
                return key && <Line key={preset} keys={[key]} label={`period.${preset}`} />
              })}
              <Line keys={['C']} label="shortcuts.custom_days" />
              <Line keys={['X']} label="shortcuts.compare" />
              <Line keys={[isMirrored ? '→' : '←']} label="shortcuts.step_back" />
              <Line keys={[isMirrored ? '←' : '→']} label="shortcuts.step_on" />
            </Group>
          </>
        )}
      </div>
      <SingleKeySwitch />
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-5 break-inside-avoid">
      <h3 className="mb-1 font-medium text-faint text-xs" id={id}>
        {title}
      </h3>
      <dl>{children}</dl>
    </section>
  )
}

function Line({ keys, label }: { readonly keys: readonly string[]; readonly label: MessageKey }) {
  const t = useText()
  return (
    <div className="flex items-center justify-between gap-4 py-1">
      <dt>{t(label)}</dt>
      <dd className="flex shrink-0 gap-1" dir="ltr">
        {keys.map((key) => (
          <kbd className="min-w-6 rounded border border-line px-1.5 text-center text-soft text-xs leading-5" key={key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  )
}

function SingleKeySwitch() {
  const t = useText()
  const id = useId()
  const [areOn, setAreOn] = useState(areQuickKeysOn)
  const change = (next: boolean) => {
    setQuickKeys(next)
    setAreOn(next)
  }
  return (
    <div className="border-line border-t px-5 py-4">
      <label className="flex items-center gap-2.5 font-medium">
        <input
          aria-describedby={id}
          checked={areOn}
          className="size-4 accent-(--color-accent)"
          onChange={(event) => change(event.target.checked)}
          type="checkbox"
        />
        {t('shortcuts.single')}
      </label>
      <p className="mt-1 text-[13px] text-faint" id={id}>
        {t('shortcuts.single_hint')}
      </p>
    </div>
  )
}
