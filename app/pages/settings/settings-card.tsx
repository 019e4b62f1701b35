import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form, useBlocker, useNavigation } from 'react-router'
import { useText } from '../../language/index.ts'
import { Button, Card, CardHeader, Notice, useAlive } from '../../ui/index.ts'
import type { SettingsFailure, SettingsForm } from './model.ts'
import { useWords } from './words.ts'

/** Makes the browser confirm closing or reloading a page with unsaved changes. */
function useAskBeforeUnload(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}

/** Confirms before a link leaves a page with an unsaved form (`data-changed`). One per page. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && changedForm() !== undefined,
  )
  if (blocker.state !== 'blocked') return null
  return <Query leave={() => blocker.proceed()} stay={() => blocker.reset()} what={changedForm() ?? ''} />
}

/** Name of the first form with changes. */
function changedForm(): string | undefined {
  return document.querySelector<HTMLElement>('form[data-changed]')?.dataset.changed
}

interface QueryProps {
  readonly what: string
  readonly stay: () => void
  readonly leave: () => void
}

function Query({ what, stay, leave }: QueryProps) {
  const t = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      aria-labelledby="leave-title"
      className="m-auto w-full max-w-sm rounded-xl border border-line bg-raised p-5 text-ink shadow-raised backdrop:bg-veil"
      onCancel={stay}
      ref={ref}
    >
      <h2 className="font-semibold text-base" id="leave-title">
        {t('leave.title')}
      </h2>
      <p className="mt-1.5 text-soft">{t('leave.text', { form: what })}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={leave} type="button">
          {t('leave.go')}
        </Button>
        <Button kind="primary" onClick={stay} type="button">
          {t('leave.stay')}
        </Button>
      </div>
    </dialog>
  )
}

interface SettingsCardProps {
  readonly form: SettingsForm
  readonly title: string
  readonly note: string
  readonly failure: SettingsFailure | undefined
  /** Fields are read-only. */
  readonly isLocked?: boolean
  /** Effect of saving on past figures, shown beforehand. */
  readonly effect?: ReactNode
  /** Changes when the stored values do, which resets the form. */
  readonly stored: string
  readonly children: ReactNode
}

/** A form of the settings with its own button. Leaving it with unsaved changes asks first. */
export function SettingsCard(props: SettingsCardProps) {
  const { form, title, note, failure, isLocked = false, effect, children } = props
  const t = useWords()
  const text = useText()
  const heading = useId()
  const isAlive = useAlive()
  const isBusy = useNavigation().formData?.get('intent') === form
  const { ref, isChanged, onInput, reset } = useChanges(props.stored, failure !== undefined)
  useAskBeforeUnload(isChanged && !isBusy)
  const isOwnWords = failure !== undefined && !Object.values(failure.fields).includes(failure.message)
  return (
    <Card aria-labelledby={heading} className="pb-5" id={form}>
      <CardHeader id={heading} note={note} title={title} />
      <Form
        className="mt-4 px-4 sm:px-5"
        data-changed={isChanged ? title : undefined}
        key={props.stored}
        method="post"
        onInput={onInput}
        onReset={reset}
        ref={ref}
      >
        {isOwnWords && (
          <div className="mb-5" role="alert">
            <Notice severity="serious">{failure.message}</Notice>
          </div>
        )}
        <input name="intent" type="hidden" value={form} />
        <fieldset className="grid min-w-0 gap-5" disabled={isLocked}>
          <legend className="sr-only">{title}</legend>
          {children}
        </fieldset>
        {!isLocked && (
          <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-4">
            <Button disabled={isAlive && !isChanged} isBusy={isBusy} kind="primary">
              {text('action.save')}
            </Button>
            {isChanged && (
              <Button kind="quiet" type="reset">
                {t('form.undo')}
              </Button>
            )}
            {effect && <p className="min-w-60 flex-1 text-[13px] text-faint">{effect}</p>}
          </div>
        )}
      </Form>
    </Card>
  )
}

/** Whether the fields differ from the stored values. They do in a form that was rejected. */
function useChanges(stored: string, wasRefused: boolean) {
  const ref = useRef<HTMLFormElement>(null)
  const [changed, setChanged] = useState<{ readonly of: string; readonly is: boolean } | undefined>()
  const isChanged = changed?.of === stored ? changed.is : wasRefused
  return {
    ref,
    isChanged,
    // After a rejection the entered values are the fields' defaults.
    onInput: () => setChanged({ of: stored, is: wasRefused || (ref.current !== null && differs(ref.current)) }),
    reset: () => setChanged({ of: stored, is: false }),
  }
}

function differs(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLInputElement) {
      return element.type === 'checkbox'
        ? element.checked !== element.defaultChecked
        : element.value !== element.defaultValue
    }
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue
    if (!(element instanceof HTMLSelectElement)) return false
    return [...element.options].some((option) => option.selected !== option.defaultSelected)
  })
}
