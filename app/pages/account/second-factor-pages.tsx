import { useEffect } from 'react'
import { Form, href } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { Check, Copy, Download, Printer } from '../../icons.ts'
import { Button, buttonClass, Card, useAlive, useCopy } from '../../ui/index.ts'
import type { AccountFailure } from './model.ts'
import { FailureNotice, PageHead, PhoneField, useBusy, useFocusOnArrival } from './parts.tsx'
import { useWords } from './words.ts'

interface PhoneFactorPageProps {
  /** The code that was sent; undefined until a number is given. */
  readonly sent: { readonly factor: string; readonly challenge: string } | undefined
  /** Digits of the code; null where unknown. */
  readonly codeLength: number | null
  readonly failure: AccountFailure | undefined
  readonly typed: string
}

/** Makes a phone a second factor: a number, then the code sent to it. */
export function PhoneFactorPage({ sent, codeLength, failure, typed }: PhoneFactorPageProps) {
  const t = useWords()
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: t('frame.security') }} title={t('factor.phoneTitle')}>
        {t('factor.phoneAbout')}
      </PageHead>
      <FailureNotice failure={failure} />
      <Card className="p-5 sm:p-6">
        {sent ? (
          <Confirm error={failure?.fields.code} length={codeLength} sent={sent} />
        ) : (
          <Begin failure={failure} typed={typed} />
        )}
      </Card>
    </>
  )
}

function Begin({ failure, typed }: Pick<PhoneFactorPageProps, 'failure' | 'typed'>) {
  const t = useWords()
  return (
    <Form className="grid max-w-sm gap-5" method="post">
      <input name="intent" type="hidden" value="begin" />
      <PhoneField error={failure?.fields.phone} label={t('factor.number')} typed={typed} />
      <Button className="w-fit" isBusy={useBusy('begin')} kind="primary">
        {t('factor.send')}
      </Button>
    </Form>
  )
}

interface ConfirmProps {
  readonly sent: { readonly factor: string; readonly challenge: string }
  readonly length: number | null
  readonly error: string | undefined
}

function Confirm({ sent, length, error }: ConfirmProps) {
  const t = useWords()
  return (
    <div className="grid gap-4">
      <CodeForm
        error={error}
        help={t('factor.fiveMinutes')}
        intent="verify"
        label={t('factor.textCode')}
        length={length}
        submit={t('factor.turnOn')}
        values={{ factor: sent.factor, challenge: sent.challenge }}
      />
      <Form method="post">
        <input name="factor" type="hidden" value={sent.factor} />
        <Button kind="quiet" name="intent" size="small" value="resend">
          {t('factor.sendAgain')}
        </Button>
      </Form>
    </div>
  )
}

/** The new codes, shown only once, and ways to save them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useWords()
  const text = `${t('codes.file')}\n\n${codes.join('\n')}\n`
  const heading = useFocusOnArrival()
  useWarningBeforeLeaving()
  return (
    <>
      <h2 className="font-semibold text-[15px] outline-none" ref={heading} tabIndex={-1}>
        {t('codes.store')}
      </h2>
      <ol className="mt-4 grid grid-cols-2 gap-x-8 gap-y-2 rounded-lg bg-sunken px-5 py-4 font-mono text-[15px] sm:w-fit">
        {codes.map((code) => (
          <li className="select-all whitespace-nowrap" key={code}>
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <a
          className={buttonClass('secondary', 'small')}
          download="tillsight-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download aria-hidden className="size-3.5" />
          {t('codes.download')}
        </a>
        <ScriptedWays text={codes.join('\n')} />
      </div>
      <Form className="mt-6 border-line border-t pt-5 print:hidden" method="post">
        <label className="flex w-fit items-start gap-2.5">
          <input className="mt-0.5 size-4 accent-(--color-accent)" name="stored" required type="checkbox" value="yes" />
          {t('codes.stored')}
        </label>
        <Button className="mt-4" isBusy={useBusy('stored')} kind="primary" name="intent" value="stored">
          {t('codes.done')}
        </Button>
      </Form>
    </>
  )
}

/** Copying and printing need scripts, so their buttons come with them. */
function ScriptedWays({ text }: { readonly text: string }) {
  const t = useWords()
  const { isCopied, copy } = useCopy()
  if (!useAlive()) return null
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <Button onClick={() => copy(text)} size="small" type="button">
        <Icon aria-hidden className="size-3.5" />
        <span aria-live="polite">{t(isCopied ? 'codes.copied' : 'codes.copy')}</span>
      </Button>
      <Button onClick={() => window.print()} size="small" type="button">
        <Printer aria-hidden className="size-3.5" />
        {t('codes.print')}
      </Button>
    </>
  )
}

/** Leaving the page loses the codes; the browser asks first. */
function useWarningBeforeLeaving(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
