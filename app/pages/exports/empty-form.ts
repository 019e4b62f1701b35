import type { ExportFailure } from './model.ts'

/** The form before anything is entered. */
export const emptyForm: ExportFailure['typed'] = {
  name: '',
  what: 'orders',
  format: 'csv',
  range: 'last_35_days',
  every: 'none',
  at: '06:00',
  zone: '',
  to: 'download',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  pathStyle: 'yes',
  accessKeyId: '',
  spreadsheet: '',
  sheetRange: '',
  mode: 'replace',
}
