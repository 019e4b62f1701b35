import { Form, Link, useNavigation } from 'react-router'
import { ServerText } from '../../language/index.ts'
import { Badge, Button, Card, DataTable, Notice, TextField } from '../../ui/index.ts'
import type { AddressCheck, Finding, FindingKind } from './check-address.ts'
import { useWords } from './words.ts'

/** Colours of the findings. */
const findingTones = {
  right: 'good',
  missing: 'bad',
  misspelt: 'bad',
  unfilled: 'warn',
  empty: 'warn',
  other: 'warn',
  twice: 'bad',
} as const satisfies Record<FindingKind, unknown>

/** How serious it is what an order from such a click can be matched to. */
const severities = { ad: 'info', campaign: 'warning', none: 'serious' } as const satisfies Record<Reach, unknown>

interface AddressCheckerProps {
  /** The pasted address; empty at first. */
  readonly address: string
  readonly check: AddressCheck | undefined
}

/** Checks the address of a landing page. A GET form: works without scripts. */
export function AddressChecker({ address, check }: AddressCheckerProps) {
  const t = useWords()
  const { state, location } = useNavigation()
  const isBusy = state === 'loading' && location.search.includes('check=')
  return (
    <Card aria-labelledby="check-heading" className="scroll-mt-16" id="check">
      <div className="p-4 sm:p-5">
        <h2 className="font-semibold text-[15px]" id="check-heading">
          {t('check.title')}
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">{t('check.about')}</p>
        <Form action="#check" className="grid max-w-3xl gap-3" method="get" preventScrollReset>
          <TextField
            autoComplete="off"
            defaultValue={address}
            dir="ltr"
            error={check?.kind === 'unreadable' ? check.message : undefined}
            inputMode="url"
            key={address}
            label={t('check.address')}
            maxLength={4000}
            name="check"
            placeholder="https://"
            required
            spellCheck={false}
          />
          <span className="flex flex-wrap items-center gap-3">
            <Button isBusy={isBusy} kind="primary">
              {t('check.go')}
            </Button>
            {address && (
              <Link className="text-[13px] text-soft hover:underline" preventScrollReset to={{ search: '' }}>
                {t('check.clear')}
              </Link>
            )}
          </span>
        </Form>
      </div>
      {check?.kind === 'checked' && <Result check={check} />}
    </Card>
  )
}

function Result({ check }: { readonly check: Extract<AddressCheck, { kind: 'checked' }> }) {
  const t = useWords()
  return (
    <div className="border-line border-t">
      <div className="grid gap-2 p-4 sm:p-5">
        <Notice severity={severities[check.reach]}>{t(`check.${check.reach}`)}</Notice>
        <p className="text-[13px] text-soft">
          {check.clickId} {check.clickNote !== null && <ServerText>{check.clickNote}</ServerText>}
        </p>
      </div>
      <DataTable
        caption={t('check.caption')}
        columns={[
          { key: 'state', label: t('check.state'), isText: true },
          { key: 'found', label: t('check.found'), isText: true },
        ]}
        labelHeader={{ label: t('table.parameter') }}
        rows={check.findings.map((finding) => ({
          key: finding.name,
          label: <Name finding={finding} />,
          cells: [
            <span className="block max-w-md whitespace-normal max-sm:min-w-44" key="state">
              <Badge tone={toneOf(finding)}>{t(`finding.${finding.kind}`)}</Badge>
              {finding.text && (
                <span className="mt-1 block text-soft">
                  {finding.isEnglish ? <ServerText>{finding.text}</ServerText> : finding.text}
                </span>
              )}
            </span>,
            <code className="block max-w-72 truncate" dir="ltr" key="found" title={finding.found}>
              {finding.found}
            </code>,
          ],
        }))}
      />
    </div>
  )
}

function Name({ finding }: { readonly finding: Finding }) {
  const t = useWords()
  return (
    <>
      <code>{finding.name}</code>
      {!finding.isNeeded && <span className="ms-2 text-faint text-xs">{t('check.optional')}</span>}
    </>
  )
}

/** A missing optional parameter is not an error. */
function toneOf({ kind, isNeeded }: Finding) {
  return kind === 'missing' && !isNeeded ? 'neutral' : findingTones[kind]
}

type Reach = Extract<AddressCheck, { kind: 'checked' }>['reach']
