// Loaded before each test file in CI: property tests draw the same cases each time.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_121 })
