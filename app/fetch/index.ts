// Requests of the browser that outlive a hiccup of the network or the server.
// Knows no address, no shop and no screen: whoever asks checks `ok` and reads the body.
export { fetchRetrying } from './fetch-retrying.ts'
