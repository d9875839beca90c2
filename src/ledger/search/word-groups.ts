/**
 * Words that programmers use for the same thing, one group a line. Together with the spelling vectors this is all that
 * the embedded search knows of meaning: no model stands behind it, and what is not listed here is matched by letters.
 */
const GROUPS = `
  auth login signin authenticate authentication credential identity logon sso oauth
  logout signout logoff
  authorize authorization permission access role grant acl privilege rbac
  password passphrase passcode pin
  token jwt bearer ticket
  encrypt decrypt cipher crypto encryption aes
  hash digest checksum fingerprint sha
  sign signature verify attest
  user account member profile customer person
  delete remove erase destroy drop unlink purge discard rm
  create make new build construct generate produce spawn
  update modify change edit patch mutate alter amend
  read load fetch get retrieve obtain pull
  write save store persist dump put
  send post push emit publish dispatch transmit
  receive accept consume subscribe listen
  search find lookup query locate seek grep
  index catalog catalogue registry
  list enumerate iterate walk traverse scan
  config configuration setting option preference property
  error failure fault exception problem bug defect crash
  warn warning caution alert
  log logger logging trace audit journal
  test spec check assertion verify fixture
  mock stub fake dummy
  cache memo memoize buffer
  queue backlog fifo stack
  job task worker background
  schedule cron timer interval periodic
  retry backoff reattempt repeat
  timeout deadline expiry expire ttl
  limit throttle quota cap rate bound
  lock mutex semaphore exclusive latch
  thread process fiber coroutine
  async concurrent parallel promise future
  event signal message notification hook callback trigger
  notify alert inform remind
  mail email smtp inbox
  chat conversation message im
  file document blob attachment
  folder directory path dir
  upload import ingest
  download export fetch
  compress zip gzip archive deflate
  image picture photo thumbnail icon
  video audio media stream
  pdf document report
  csv spreadsheet excel table
  parse decode deserialize read unmarshal
  serialize encode marshal stringify format
  validate check verify sanitize assert
  convert transform translate map cast
  filter select pick choose
  sort order rank arrange
  merge combine join concat union
  split divide partition separate chunk
  copy clone duplicate replicate
  move rename relocate transfer
  compare diff equal match
  count number total sum tally
  average mean median statistic
  random shuffle entropy
  database db sql store repository
  table row record entity model
  transaction commit rollback atomic
  migrate migration upgrade schema
  backup snapshot restore recover
  replicate mirror sync synchronize
  client consumer caller
  server backend host service daemon
  request call invoke rpc
  response reply answer result
  api endpoint route handler controller
  http rest web
  websocket socket realtime
  graphql resolver
  proxy gateway relay forward
  url uri link address
  cookie session
  cors origin
  csrf xsrf forgery
  page screen view template
  component widget control element
  button click tap press
  form input field
  style css theme skin dark
  layout grid flex
  menu navigation nav sidebar
  dialog modal popup prompt
  render draw paint display show
  animate animation transition
  locale language i18n translation internationalization l10n
  time date clock calendar
  timezone utc zone
  currency money price amount
  payment charge billing invoice checkout stripe
  order purchase cart basket
  refund chargeback
  subscription plan membership
  discount coupon voucher promo
  product item article sku
  inventory stock warehouse
  ship shipping delivery
  metric measure gauge telemetry monitor
  dashboard chart graph plot
  profile benchmark performance latency
  feature flag toggle switch
  plugin extension addon module
  package library dependency
  version release tag
  deploy deployment rollout ship
  container docker image pod
  cluster kubernetes node
  cloud aws azure gcp
  install setup bootstrap init initialize
  uninstall teardown cleanup
  start launch boot run
  stop halt shutdown kill terminate abort
  pause suspend hold
  resume continue
  undo revert rollback
  command cli terminal shell
  argument parameter flag option
  function method procedure routine
  class type struct interface
  variable constant value
  array list vector
  map dictionary dict hashmap
  tree hierarchy
  graph edge vertex
  policy rule constraint
  approve accept consent confirm allow permit
  deny reject refuse block forbid
  secret key credential
  redact mask scrub anonymize
  comment annotation remark
  markdown doc documentation readme
  memory heap ram
  disk storage volume
  network net connection
  leak exhaust overflow
  duplicate dedupe unique distinct
  recommend suggest propose
  predict forecast infer
  train learn fit
  embedding vector similarity
  tokenize tokenizer lexer
  webhook callback
  geolocation location gps coordinate
  qr barcode scan
  captcha bot
  two-factor 2fa mfa otp totp
`

/** The groups each stem belongs to. */
export function groupsOf(stemOf: (word: string) => string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const [number, line] of GROUPS.trim().split('\n').entries()) {
    for (const word of line.trim().split(/[\s-]+/)) {
      const key = stemOf(word)
      const known = groups.get(key)
      if (known === undefined) groups.set(key, [number])
      else if (!known.includes(number)) known.push(number)
    }
  }
  return groups
}
