// Tabular files from people: their encoding, rows, and problems by row. Knows no particular file format.
export { type CsvFile, type CsvRow, openCsv, readRows } from './csv-rows.ts'
export { fileSource, type ImportSource, inspectText, notCsv } from './inspect-text.ts'
