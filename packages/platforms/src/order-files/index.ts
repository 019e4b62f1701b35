// Order file formats: the contract, and what all of them need: row values, amounts, quantities. Must not know any particular
// format, or how files are stored.
export { decimalText, multiply, quantityText, smallestCoin, spreadAmount } from './amounts.ts'
export type * from './contract.ts'
export { compareWithFirst, createRowReader, type FirstRow, type RowReader } from './row-reader.ts'
