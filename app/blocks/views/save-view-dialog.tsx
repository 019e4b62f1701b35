import { type FormEvent, useState } from 'react'
import { useText } from '../../language/index.ts'
import { Button, TextField } from '../../ui/index.ts'
import { type OverlayControls, OverlayHead } from '../../ui/overlays/index.ts'

/** A name for the current view. */
export interface NamedView {
  readonly name: string
  readonly isDefault: boolean
}

/** Asks for the name of a new view. */
export function SaveViewDialog({ close, titleId }: OverlayControls<NamedView>) {
  const t = useText()
  const [name, setName] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) close({ name: name.trim(), isDefault })
  }
  return (
    <>
      <OverlayHead close={() => close()} title={t('views.dialog')} titleId={titleId} />
      <form className="grid gap-4 px-5 py-4" onSubmit={save}>
        <TextField
          autoComplete="off"
          help={t('views.name_hint')}
          label={t('views.name')}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        <label className="flex items-center gap-2.5">
          <input
            checked={isDefault}
            className="size-4 accent-(--color-accent)"
            onChange={(event) => setIsDefault(event.target.checked)}
            type="checkbox"
          />
          {t('views.open_by_default')}
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()} type="button">
            {t('action.cancel')}
          </Button>
          <Button kind="primary">{t('action.save')}</Button>
        </div>
      </form>
    </>
  )
}
