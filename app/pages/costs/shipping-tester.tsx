import { Form } from 'react-router'
import { Button, Card, CardHeader, Notice, TextField } from '../../ui/index.ts'
import type { ShippingTrial } from './model.ts'
import { useWords } from './words.ts'

interface ShippingTesterProps {
  readonly trial: ShippingTrial
  /** The address, whose period stays. */
  readonly search: string
}

/** Tries the rules with a made-up order; works without scripts. */
export function ShippingTester({ trial, search }: ShippingTesterProps) {
  const t = useWords()
  const { typed, said, isWrong } = trial
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '' })
  return (
    <Card aria-labelledby="try-shipping">
      <CardHeader id="try-shipping" note={t('try.note')} title={t('try.title')} />
      <Form action="#try-shipping" className="grid gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5" preventScrollReset>
        {[...new URLSearchParams(search), ['try', '1'] as const].map(([name, value]) => (
          <input key={`${name} ${value}`} name={name} type="hidden" value={value} />
        ))}
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-6">
          <TextField {...field('to')} help={t('try.countryHelp')} label={t('form.country')} maxLength={2} />
          <TextField {...field('state')} label={t('try.state')} maxLength={40} />
          <TextField
            {...field('kg')}
            help={t('try.weightHelp')}
            inputMode="decimal"
            label={t('try.weight')}
            maxLength={12}
          />
          <TextField
            {...field('pieces')}
            help={t('try.piecesHelp')}
            inputMode="numeric"
            label={t('try.pieces')}
            maxLength={6}
          />
          <TextField {...field('method')} help={t('try.methodHelp')} label={t('field.method')} maxLength={120} />
          <TextField
            {...field('paid')}
            help={t('try.paidHelp')}
            inputMode="decimal"
            label={t('try.paid')}
            maxLength={20}
          />
        </div>
        {said !== null &&
          (isWrong ? (
            <Notice severity="serious">{said}</Notice>
          ) : (
            <output className="block rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">{said}</output>
          ))}
        <p>
          <Button type="submit">{t('try.show')}</Button>
        </p>
      </Form>
    </Card>
  )
}
