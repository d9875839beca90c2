// A project of moderate size whose features are known by heart: what is there, and what only sounds as if it were.
import type { SearchedProject } from './searched-project.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/orders/place-order.ts': `import type { Customer, Order } from '../model.ts'
import { reserveStock } from '../stock/reserve.ts'

/** Takes an order when every line of it can be reserved. */
export function placeOrder(customer: Customer, lines: readonly OrderLine[]): Order {
  const reserved = lines.map((line) => reserveStock(line.article, line.amount))
  if (reserved.some((one) => !one.ok)) throw new Error('out of stock')
  return { id: nextOrderNumber(), customer: customer.id, lines, state: 'open' }
}

/** An order that nobody paid for in two weeks is given up. */
export function expireOrders(orders: readonly Order[], nowMs: number): readonly Order[] {
  return orders.filter((order) => nowMs - order.placedMs > TWO_WEEKS_MS)
}

function nextOrderNumber(): string {
  counter += 1
  return String(counter).padStart(8, '0')
}

let counter = 0
`,
  'src/stock/reserve.ts': `const shelves = new Map<string, number>()

/** Takes goods from the shelf for an order, or nothing. */
export function reserveStock(article: string, amount: number): { ok: boolean } {
  const left = shelves.get(article) ?? 0
  if (left < amount) return { ok: false }
  shelves.set(article, left - amount)
  return { ok: true }
}

/** Counts everything on the shelves against the books. */
export function takeInventory(counted: ReadonlyMap<string, number>): readonly string[] {
  return [...shelves].filter(([article, amount]) => counted.get(article) !== amount).map(([article]) => article)
}

export function refill(article: string, amount: number): void {
  shelves.set(article, (shelves.get(article) ?? 0) + amount)
}
`,
  'src/shipping/label.ts': `import type { Address, Order } from '../model.ts'

/** The label that goes on the parcel, as ZPL for the printer. */
export function shippingLabel(order: Order, address: Address): string {
  const lines = [address.name, address.street, \`\${address.zip} \${address.town}\`]
  return ['^XA', ...lines.map((line, index) => \`^FO50,\${50 + index * 40}^FD\${line}^FS\`), '^XZ'].join('\\n')
}

/** Which carrier takes the parcel: by weight, and by where it goes. */
export function chooseCarrier(weightGrams: number, country: string): 'post' | 'freight' {
  return weightGrams > 30_000 || country !== 'DE' ? 'freight' : 'post'
}
`,
  'src/users/session.ts': `import { randomBytes } from 'node:crypto'

const sessions = new Map<string, { user: string; untilMs: number }>()
const LIFETIME_MS = 900_000

/** A user who gave the right password gets a token for a quarter of an hour. */
export function openSession(user: string, nowMs: number): string {
  const token = randomBytes(24).toString('hex')
  sessions.set(token, { user, untilMs: nowMs + LIFETIME_MS })
  return token
}

export function userOf(token: string, nowMs: number): string | undefined {
  const found = sessions.get(token)
  return found !== undefined && nowMs < found.untilMs ? found.user : undefined
}

/** Sessions whose time is over are swept away. */
export function sweepSessions(nowMs: number): void {
  for (const [token, { untilMs }] of sessions) if (untilMs <= nowMs) sessions.delete(token)
}
`,
  'src/import/csv.ts': `/** Rows of a price list that a supplier sends as CSV; quotes may hold commas and line ends. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    else if (letter === ',' && !quoted) {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (letter === '\\n' && !quoted) {
      rows.at(-1)?.push(cell)
      rows.push([])
      cell = ''
    } else cell += letter
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** Prices that differ by more than half are shown to a person first. */
export function suspiciousPrices(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after].filter(([article, price]) => Math.abs(price / (before.get(article) ?? price) - 1) > 0.5).map(([article]) => article)
}
`,
  'src/jobs/queue.ts': `interface Job {
  readonly name: string
  readonly run: () => Promise<void>
  attempts: number
}

const waiting: Job[] = []
const MAX_ATTEMPTS = 5

/** Work that may fail is tried again, each time after a longer pause. */
export async function drainQueue(pause: (ms: number) => Promise<void>): Promise<void> {
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    try {
      await job.run()
    } catch {
      job.attempts += 1
      if (job.attempts < MAX_ATTEMPTS) {
        await pause(1_000 * 2 ** job.attempts)
        waiting.push(job)
      }
    }
  }
}

export function enqueue(name: string, run: () => Promise<void>): void {
  waiting.push({ name, run, attempts: 0 })
}
`,
  'src/jobs/nightly.ts': `import { expireOrders } from '../orders/place-order.ts'
import { sweepSessions } from '../users/session.ts'
import { writeReport } from '../reports/daily.ts'

/** At three in the morning: orders are given up, sessions swept, and the report of the day is written. */
export async function nightlyRun(clock: () => number): Promise<void> {
  expireOrders([], clock())
  sweepSessions(clock())
  await writeReport(new Date(clock()))
}

export function nextRunMs(nowMs: number): number {
  const next = new Date(nowMs)
  next.setHours(27, 0, 0, 0)
  return next.getTime()
}
`,
  'src/reports/daily.ts': `import { writeFile } from 'node:fs/promises'

/** What was sold, what came back and what is missing, in one table for the office. */
export async function writeReport(day: Date): Promise<void> {
  const rows = [['article', 'sold', 'returned', 'missing']]
  await writeFile(\`reports/\${day.toISOString().slice(0, 10)}.txt\`, rows.map((row) => row.join('\\t')).join('\\n'))
}

/** The ten articles that brought most. */
export function bestSellers(sold: ReadonlyMap<string, number>): readonly string[] {
  return [...sold].sort((left, right) => right[1] - left[1]).slice(0, 10).map(([article]) => article)
}
`,
  'src/web/router.ts': `type Handler = (request: Request, parameters: Readonly<Record<string, string>>) => Promise<Response>

const routes: { pattern: RegExp; handler: Handler }[] = []

/** Paths such as \`/orders/:id\` become patterns; the first that fits answers. */
export function route(path: string, handler: Handler): void {
  routes.push({ pattern: new RegExp(\`^\${path.replaceAll(/:(\\w+)/g, '(?<$1>[^/]+)')}$\`), handler })
}

export async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const { pattern, handler } of routes) {
    const found = pattern.exec(pathname)
    if (found) return handler(request, found.groups ?? {})
  }
  return new Response('not found', { status: 404 })
}

/** Every answer says for how long it may be kept. */
export function withCaching(response: Response, seconds: number): Response {
  response.headers.set('cache-control', \`max-age=\${seconds}\`)
  return response
}
`,
  'src/config/load.ts': `import { readFileSync } from 'node:fs'

export interface Config {
  readonly port: number
  readonly printer: string
  readonly language: 'de' | 'en'
}

/** The file first, then the environment: what a machine says wins over what the repository says. */
export function loadConfig(path: string, env: Readonly<Record<string, string | undefined>>): Config {
  const given = JSON.parse(readFileSync(path, 'utf8'))
  return { port: Number(env['PORT'] ?? given.port), printer: env['PRINTER'] ?? given.printer, language: given.language }
}
`,
  'src/text/messages.ts': `const MESSAGES = {
  de: { empty: 'Das Lager ist leer', thanks: 'Danke für Ihre Bestellung' },
  en: { empty: 'the store is empty', thanks: 'thank you for your order' },
} as const

/** What people read, in their own language. */
export function message(language: 'de' | 'en', key: keyof (typeof MESSAGES)['en']): string {
  return MESSAGES[language][key]
}
`,
  'src/returns/refund.ts': `import { refill } from '../stock/reserve.ts'

/** What comes back undamaged goes to the shelf again, and the customer gets the money. */
export function takeBack(article: string, amount: number, isDamaged: boolean): { refundCents: number } {
  if (!isDamaged) refill(article, amount)
  return { refundCents: isDamaged ? 0 : amount * 100 }
}
`,
}

export function makeWarehouse(project: Pick<SearchedProject, 'put'>): void {
  for (const [path, text] of Object.entries(FILES)) project.put(path, text)
}

/** A feature, and two queries in different words. */
export type Asked = readonly [feature: string, one: string, two: string]

export const PRESENT: readonly Asked[] = [
  ['stock reservation', 'reserve stock for an order', 'take goods from the shelf'],
  ['shipping labels', 'shipping label for a parcel', 'zpl printer address'],
  ['carrier choice', 'choose a carrier', 'parcel by weight and country'],
  ['session expiry', 'expire sessions', 'sweep tokens whose time is over'],
  ['CSV import', 'parse csv', 'price list of a supplier with quotes'],
  ['retry queue', 'retry jobs from a queue', 'try work again after a longer pause'],
  ['nightly run', 'nightly run', 'at three in the morning'],
  ['daily report', 'daily report', 'table of what was sold and returned'],
  ['URL routing', 'route paths to handlers', 'patterns with parameters in urls'],
  ['configuration loading', 'load the config file', 'environment overrides settings'],
  ['translated messages', 'messages in a language', 'texts people read in german and english'],
  ['refunds', 'refund a return', 'customer gets the money back'],
  ['best sellers', 'best sellers', 'articles that brought most'],
  ['inventory', 'take inventory', 'count shelves against the books'],
]

export const ABSENT: readonly Asked[] = [
  ['rate limiting', 'rate limit requests', 'throttle clients by quota'],
  ['GraphQL subscriptions', 'graphql subscriptions', 'live query schema resolver'],
  ['OAuth login', 'oauth login', 'sign in with google callback'],
  ['push notifications', 'push notifications', 'alert phones through firebase'],
  ['image resizing', 'resize images', 'thumbnails of article photos'],
  ['PDF invoices', 'pdf invoice', 'billing document with tax'],
  ['discount coupons', 'discount coupon', 'voucher code lowers the price'],
  ['two factor authentication', 'two factor authentication', 'one time code from an app'],
  ['password reset', 'reset a forgotten password', 'mail a link for new credentials'],
  ['email delivery', 'send email', 'smtp mail to customers'],
  ['payment gateway', 'payment gateway', 'charge a credit card'],
  ['full text search', 'full text search of articles', 'inverted index with ranking'],
  ['audit log', 'audit log', 'record who changed what'],
  ['websocket updates', 'websocket updates', 'stream live order status to browsers'],
  ['currency conversion', 'convert currencies', 'exchange rates euro dollar'],
  ['barcode scanner', 'scan a barcode', 'camera reads codes on parcels'],
  ['demand forecast', 'forecast demand', 'predict sales of next month'],
  ['database migrations', 'database migrations', 'alter tables to a new version'],
  ['role permissions', 'role permissions', 'admins may do what clerks may not'],
  ['feature flags', 'feature flags', 'switch behaviour on for some users'],
  ['webhooks', 'webhooks', 'call a url of a partner on an event'],
  ['calendar sync', 'calendar sync', 'delivery appointments as ical'],
  ['customer reviews', 'customer reviews', 'stars and comments on articles'],
  ['load balancing', 'load balancing', 'spread requests over several servers'],
  ['metrics endpoint', 'metrics endpoint', 'prometheus counters and histograms'],
  ['loyalty points', 'loyalty points', 'bonus for regular buyers'],
  ['gift wrapping', 'gift wrapping', 'ribbon and card for presents'],
  ['tax calculation', 'calculate tax', 'vat by country of delivery'],
]
