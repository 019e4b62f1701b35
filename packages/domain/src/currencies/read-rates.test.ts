import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isAppError, rateText } from '@tillsight/core'
import { readRates, unpackRates } from './read-rates.ts'

const head = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>`
/** In the format of the file of one day. */
const daily = `${head}
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.0941'/>
			<Cube currency='JPY' rate='161.93'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`
/** In the format of the longer files: other quotation marks, on one line, with obsolete currencies. */
const history = `${head}<Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.0941"/></Cube><Cube time="2000-01-03"><Cube currency="USD" rate="1.009"/><Cube currency="CYP" rate="0.576"/><Cube currency="ISK" rate="N/A"/></Cube></Cube></gesmes:Envelope>`

function print(text: string, base?: string): string[] {
  return readRates(text, { base }).map(({ day, quote, rate }) => `${day} ${quote} ${rateText(rate)}`)
}

function refuses(text: string, reason: RegExp, base?: string): void {
  assert.throws(
    () => readRates(text, { base }),
    (error) => isAppError(error) && error.code === 'invalid_input' && reason.test(error.message),
  )
}

suite('the bank’s own files', () => {
  test('of one day and of all time are read, without currencies that are gone', () => {
    assert.deepEqual(print(daily), ['2026-11-20 USD 1.0941000000', '2026-11-20 JPY 161.9300000000'])
    assert.deepEqual(print(history), ['2026-11-20 USD 1.0941000000', '2000-01-03 USD 1.0090000000'])
    assert.deepEqual(print(`\uFEFF${daily}`).length, 2)
  })

  test('are refused when they break off, hold something else or are another document', () => {
    refuses(daily.slice(0, -30), /breaks off/)
    refuses(daily.replace('1.0941', '0'), /2026-11-20 USD.*not an exchange rate/)
    refuses(daily.replace('2026-11-20', '2026-11-31'), /not a day/)
    refuses(daily.replace(" time='2026-11-20'", ''), /lacks its day/)
    refuses(daily.replace("currency='USD' ", ''), /lacks its day, its currency/)
    refuses(daily.replace('<Cube>', '<Cube><Note/>'), /<Note\/> was not expected/)
    refuses(daily.replace('<gesmes:Env', '<!DOCTYPE x [<!ENTITY a "b">]><gesmes:Env'), /another kind of XML/)
    refuses('<rates><usd>1</usd></rates>', /another kind of XML/)
    refuses('<!doctype html><title>Sign in</title>', /web page/)
  })
})

suite('a table', () => {
  test('of the bank’s whole history is read, with columns of currencies that are gone', () => {
    assert.deepEqual(print('Date,USD,CYP,JPY,\n2026-11-20,1.0941,N/A,161.93,\n2000-01-03,1.009,0.576,,\n'), [
      '2026-11-20 USD 1.0941000000',
      '2026-11-20 JPY 161.9300000000',
      '2000-01-03 USD 1.0090000000',
    ])
  })

  test('against another currency is turned into rates against the euro', () => {
    assert.deepEqual(print('Date,EUR,GBP\n2026-11-20,0.8,0.75', 'USD'), [
      '2026-11-20 USD 1.2500000000',
      '2026-11-20 GBP 0.9375000000',
    ])
    refuses('Date,GBP\n2026-11-20,0.75', /against USD lack the one of EUR on 2026-11-20/, 'USD')
    refuses('Date,GBP\n2026-11-20,0.75', /not a currency/, 'gold')
  })

  test('that cannot be read names its line', () => {
    refuses('Date,USD\n2026-11-20,1.1\n2026-11-32,1.1', /Line 3/)
    refuses('Date,USD\n2026-11-20,-1.1', /Line 2.*not an exchange rate/)
    refuses('Day;USD\n', /not a table of exchange rates/)
    refuses('Date,CYP\n2000-01-03,0.5', /None of these is a currency/)
  })
})

test('a file may be packed with gzip, and nothing else', async () => {
  assert.equal(await unpackRates(gzipSync('Date,USD'), 'a.gz'), 'Date,USD')
  await assert.rejects(unpackRates(Buffer.from('PK\u0003\u0004'), 'a.zip'), /a\.zip is a ZIP archive/)
  await assert.rejects(unpackRates(gzipSync('Date,USD').subarray(0, 12), 'a.gz'), /damaged/)
})
