// Files of rows that people hand in: what text they hold, its rows, and what is wrong with which. Knows no kind of file.
export { type CsvFile, type CsvRow, openCsv, readRows } from './csv-rows.ts'
export { fileSource, type ImportSource, inspectText, notCsv } from './inspect-text.ts'
