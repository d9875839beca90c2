import { wordsIn } from './word-table.ts'

/** Input beyond this is cut before patterns look at it. */
const MAX_REDACT_CHARS = 262_144

interface SecretShape {
  readonly id: string
  /** Lower-case words of which one must occur, so that most texts cost no regular expression at all. */
  readonly keywords: readonly string[]
  readonly pattern: RegExp
  /** Matches that are no secrets after all. */
  readonly harmless?: RegExp
}

/** Every pattern is linear: classes with bounds, no quantifier inside a quantifier. `keep` groups stay visible. */
const SHAPES: readonly SecretShape[] = [
  {
    id: 'private-key',
    keywords: ['private key'],
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  },
  { id: 'aws-key', keywords: ['akia', 'asia', 'abia', 'acca'], pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  {
    id: 'github',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g,
  },
  {
    id: 'gitlab',
    keywords: ['glpat-', 'gldt-', 'glrt-', 'glcbt-'],
    pattern: /\bgl(?:pat|dt|rt|cbt)-[A-Za-z0-9_-]{20,64}/g,
  },
  {
    id: 'slack',
    keywords: ['xox', 'hooks.slack'],
    pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,255}|hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,100}/g,
  },
  { id: 'model-key', keywords: ['sk-'], pattern: /\bsk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,255}/g },
  {
    id: 'google',
    keywords: ['aiza', 'ya29.', 'gocspx-'],
    pattern: /\bAIza[A-Za-z0-9_-]{35}|\bya29\.[A-Za-z0-9_-]{20,512}|\bGOCSPX-[A-Za-z0-9_-]{20,64}/g,
  },
  {
    id: 'stripe',
    keywords: ['k_live_', 'k_test_', 'whsec_'],
    pattern: /\b(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{16,255}/g,
  },
  { id: 'npm', keywords: ['npm_', '_authtoken'], pattern: /\bnpm_[A-Za-z0-9]{36,64}/g },
  { id: 'pypi', keywords: ['pypi-'], pattern: /\bpypi-[A-Za-z0-9_-]{50,255}/g },
  { id: 'sendgrid', keywords: ['sg.'], pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/g },
  { id: 'twilio', keywords: ['sk', 'ac'], pattern: /\b(?:SK|AC)[0-9a-f]{32}\b/g },
  { id: 'huggingface', keywords: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{30,64}/g },
  { id: 'digitalocean', keywords: ['do'], pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { id: 'age', keywords: ['age-secret-key-'], pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,64}/g },
  {
    id: 'vendor',
    keywords: [
      ...['shpat_', 'shpss_', 'shpca_', 'lin_api_', 'ntn_', 'dapi', 'hvs.', 'hvb.', 'dp.', 'glsa_', 'glc_', 'nrak-'],
      ...['pmak-', 'pul-', 'sbp_', 'pscale_', 'dckr_', 'figd_', 'sntrys_', 'sntryu_', 'key-', 'atlasv1'],
    ],
    pattern:
      /\b(?:shp(?:at|ss|ca)_[a-f0-9]{32}|lin_api_[A-Za-z0-9]{32,64}|ntn_[A-Za-z0-9]{40,64}|dapi[a-f0-9]{32}|hv[sb]\.[A-Za-z0-9_-]{24,255}|dp\.[a-z]{2,5}\.[A-Za-z0-9]{40,64}|gl(?:sa|c)_[A-Za-z0-9_=+/-]{32,255}|NRAK-[A-Z0-9]{27}|PMAK-[a-f0-9-]{40,80}|pul-[a-f0-9]{40}|sbp_[a-f0-9]{40}|pscale_[a-z]{2,8}_[A-Za-z0-9_-]{30,64}|dckr_pat_[A-Za-z0-9_-]{20,64}|figd_[A-Za-z0-9_-]{30,64}|sntry[su]_[A-Za-z0-9_=+/-]{40,255}|key-[a-f0-9]{32}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,100})/g,
  },
  { id: 'telegram', keywords: [':aa'], pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{30,40}\b/g },
  {
    id: 'jwt',
    keywords: ['eyj'],
    pattern: /\beyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8,4096}(?:\.[A-Za-z0-9_-]{0,1024})?/g,
  },
  {
    id: 'bearer',
    keywords: ['bearer', 'basic', 'authorization'],
    pattern: /(?<=\b(?:bearer|basic|token) {1,4})[A-Za-z0-9+/=_.~-]{12,4096}/gi,
  },
  {
    id: 'user-password',
    keywords: ['-u ', '--user'],
    pattern: /(?<= (?:-u|--user)[ =]["']{0,1}[\w.@-]{1,64}:)[^\s"'$]{6,256}/g,
  },
  { id: 'login-password', keywords: ['login'], pattern: /(?<= login [^\n]{0,128} -p )[^\s"'$-][^\s"'$]{5,256}/g },
  {
    id: 'spaced-option',
    keywords: ['--password ', '--passwd ', '--token ', '--secret ', '--api-key '],
    pattern: /(?<=--(?:password|passwd|token|secret|api-key) ["']{0,1})[^\s"'$<-][^\s"'$<]{5,512}/g,
  },
  { id: 'netrc', keywords: ['login '], pattern: /(?<=\blogin \S{1,64} password )\S{1,256}/g },
  { id: 'cookie', keywords: ['cookie:'], pattern: /(?<=cookie: {0,2}[\w.-]{1,64}=)[^\s;"']{12,4096}/gi },
  { id: 'url-password', keywords: ['://'], pattern: /(?<=:\/\/[^\s:/@'"]{0,64}:)[^\s:/@'"]{1,256}(?=@)/g },
  {
    id: 'assigned',
    keywords: wordsIn(`password passwd secret token api_key apikey api-key access_key private_key credential accountkey
      key-data`),
    pattern:
      /(?<=(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|key-data|credentials?)[A-Za-z0-9_]{0,32}["']{0,1} {0,4}[=:] {0,4}["']{0,1})[^\s"'$<({,;]{6,1024}/gi,
    // `token: Token): boolean` is a signature that somebody quotes.
    harmless: /^(?:[A-Z][a-z]{1,40}){1,6}[)\]|>]/,
  },
]

/** Replaces what looks like a secret. Everything that is stored, shown later or exported passes here first. */
export function redact(text: string): string {
  const head = text.length > MAX_REDACT_CHARS ? text.slice(0, MAX_REDACT_CHARS) : text
  const lower = head.toLowerCase()
  let clean = head
  for (const shape of SHAPES) {
    if (!shape.keywords.some((keyword) => lower.includes(keyword))) continue
    const { id, pattern, harmless } = shape
    clean = clean.replace(pattern, (found) => (harmless?.test(found) ? found : `[redacted:${id}]`))
  }
  return clean
}

/** The same in every text of a value, names of fields among them. The value itself comes back where nothing is found. */
export function redactDeep<Value>(value: Value): Value {
  const texts: string[] = []
  collectTexts(value, texts)
  const all = texts.join('\n')
  return redact(all) === all ? value : (cleaned(value) as Value)
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value)) texts.push(key)
      collectTexts(item, texts)
    }
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleaned)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), cleaned(item)]))
}
