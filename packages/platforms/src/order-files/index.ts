// Kinds of order files: what one is, and what reading one takes: values of rows, amounts, quantities. Must not know any kind
// of file, nor how files are stored.
export { decimalText, multiply, quantityText, smallestCoin, spreadAmount } from './amounts.ts'
export type {
  FormatInput,
  GroupProblem,
  ImportColumn,
  ImportFormat,
  ImportNote,
  Reading,
  Row,
} from './contract.ts'
export { compareWithFirst, createRowReader, type FirstRow, type RowReader } from './row-reader.ts'
