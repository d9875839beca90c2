/*
 * The command that agent runtimes call. It hands the call to the daemon and prints its answer; whatever is not exactly as
 * expected is left to the program in Node, which is given the same input, the same event and the time that is left. Around
 * both stands a guard: it ends what takes too long, puts it on record and refuses where `--strict` asks for that.
 *
 * Beside it lie `hook.pins` (what was in force at `init`) and `hook.sh` (the same command without this program).
 */
#include "fairlead.h"
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

extern char **environ;

enum { ANSWERED = 0, FAILED = 1, REFUSED = 2, UNRECORDED = 3 };
enum { MAX_BYTES = 16 * 1024 * 1024, MAX_PINS = 64 * 1024, MAX_KEY = 4096, MAX_PINNED = 64 };
/* As in src/hosts/hook/main.ts, where they are explained. */
enum { ANSWER_BY_MS = 8000, PATIENCE_MS = 2000, PARKED_PATIENCE_MS = 10000, KEPT_MS = 3500, GUARD_KEEPS_MS = 10000 };

struct pins {
  char *version, *node, *hook, *socket, *key, *gaps, *folder_from, *prefix_from;
  char *set[MAX_PINNED], *unset[MAX_PINNED];
  int sets, unsets;
};

struct call {
  int64_t began, at_ms, wait_s, length;
  pid_t client, guard;
  char id[37];
  char **words;
  struct text bytes;
  int ended, parked;
};

/* Undefined places would be somebody else's: all of them, or none. */
static int parse_pins(struct pins *pins, char *rest) {
  char *value = NULL, *word;
  while ((word = next_line(&rest, &value))) {
    char **place = !strcmp(word, "version")  ? &pins->version
                   : !strcmp(word, "node")   ? &pins->node
                   : !strcmp(word, "hook")   ? &pins->hook
                   : !strcmp(word, "socket") ? &pins->socket
                   : !strcmp(word, "key")    ? &pins->key
                   : !strcmp(word, "gaps")   ? &pins->gaps
                   : !strcmp(word, "folder-from") ? &pins->folder_from
                   : !strcmp(word, "prefix-from") ? &pins->prefix_from
                   : !strcmp(word, "set") && pins->sets < MAX_PINNED ? &pins->set[pins->sets++]
                   : !strcmp(word, "unset") && pins->unsets < MAX_PINNED ? &pins->unset[pins->unsets++]
                                                                         : NULL;
    if (!place) return -1;
    *place = value;
  }
  return pins->version && pins->node && pins->hook && pins->socket && pins->key && pins->gaps && pins->folder_from && pins->prefix_from ? 0 : -1;
}

static int read_pins(struct pins *pins) {
  char path[4096];
  return beside(".pins", path, sizeof path) < 0 ? -1 : parse_pins(pins, read_file(path, MAX_PINS).at);
}

static int64_t spent_ms(const struct call *call) {
  return clock_ms(CLOCK_MONOTONIC) - call->began;
}

static void mint_stamp(struct call *call) {
  unsigned char b[16];
  if (getrandom(b, sizeof b, 0) != sizeof b) _exit(FAILED);
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  for (int i = 0, at = 0; i < 16; i++) at += snprintf(call->id + at, sizeof call->id - (size_t)at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", b[i]);
  call->at_ms = clock_ms(CLOCK_REALTIME);
}

static ssize_t read_patiently(int file, char *to, size_t size) {
  for (;;) {
    ssize_t got = read(file, to, size);
    if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return got;
    poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, -1);
  }
}

static int write_all(int file, const char *from, size_t size) {
  while (size > 0) {
    ssize_t sent = write(file, from, size);
    if (sent > 0) from += sent, size -= (size_t)sent;
    else if (errno == EAGAIN || errno == EINTR) poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1);
    else return -1;
  }
  return 0;
}

/* One byte more than is handed over: there may be more than that. */
static int read_input(struct call *call) {
  size_t room = 65536;
  call->bytes.at = malloc(room);
  while (call->bytes.at && call->bytes.size <= MAX_BYTES) {
    if (call->bytes.size == room) {
      char *more = realloc(call->bytes.at, room *= 2);
      if (!more) return -1;
      call->bytes.at = more;
    }
    ssize_t got = read_patiently(0, call->bytes.at + call->bytes.size, room - call->bytes.size);
    if (got < 0) return -1;
    if (got == 0) {
      call->ended = 1;
      return 0;
    }
    call->bytes.size += (size_t)got;
  }
  return call->bytes.at ? 0 : -1;
}

/* --- the question --- */

static void add(struct text *to, const char *text) {
  size_t size = strlen(text);
  memcpy(to->at + to->size, text, size);
  to->size += size;
}

static void add_json(struct text *to, struct text text) {
  static const char hex[] = "0123456789abcdef";
  char *p = to->at + to->size;
  *p++ = '"';
  for (size_t i = 0; i < text.size; i++) {
    unsigned char c = (unsigned char)text.at[i];
    if (c == '"' || c == '\\') *p++ = '\\', *p++ = (char)c;
    else if (c >= 0x20) *p++ = (char)c;
    else if (c == '\n') *p++ = '\\', *p++ = 'n';
    else memcpy(p, "\\u00", 4), p[4] = hex[c >> 4], p[5] = hex[c & 15], p += 6;
  }
  *p++ = '"';
  to->size = (size_t)(p - to->at);
}

static struct text as_text(char *string) {
  return (struct text){string, strlen(string)};
}

static char *start_folder(const struct pins *pins) {
  char *named = getenv(pins->folder_from), *here;
  if (named && *named) return named;
  if ((here = getcwd(NULL, 0))) return here;
  return (here = getenv("PWD")) ? here : "/";
}

/* The line that the daemon reads; nothing where a word of it is none of ours. */
static struct text question(const struct pins *pins, const struct call *call) {
  struct text none = {NULL, 0}, runtime = as_text(call->words[1]), folder = as_text(start_folder(pins)), line = none;
  char numbers[160], *through = getenv(pins->prefix_from);
  struct text prefix = as_text(through ? through : "");
  line.at = malloc(6 * (runtime.size + folder.size + prefix.size + call->bytes.size + strlen(pins->version)) + 512);
  if (!line.at || folder.at[0] != '/' || utf16_length(runtime) < 0 || utf16_length(folder) < 0 || utf16_length(prefix) < 0) return none;
  add(&line, "{\"op\":\"hook\",\"version\":");
  add_json(&line, as_text(pins->version));
  add(&line, ",\"call\":{\"runtime\":");
  add_json(&line, runtime);
  add(&line, ",\"bytes\":");
  add_json(&line, call->bytes);
  snprintf(numbers, sizeof numbers, ",\"stamp\":{\"id\":\"%s\",\"atMs\":%lld},\"startDir\":", call->id, (long long)call->at_ms);
  add(&line, numbers);
  add_json(&line, folder);
  add(&line, ",\"prefix\":");
  add_json(&line, prefix);
  if (call->wait_s > 0) {
    snprintf(numbers, sizeof numbers, ",\"waitSeconds\":%lld", (long long)call->wait_s);
    add(&line, numbers);
  }
  snprintf(numbers, sizeof numbers, "},\"client\":%d}\n", (int)call->client);
  add(&line, numbers);
  return line;
}

/* --- the answer --- */

/* The text of a JSON string as the daemon prints it, in place; -1 for every other spelling. Ends behind the closing quote. */
static int unescaped(struct text *rest, struct text *said) {
  static const char shorts[] = "\"\"\\\\b\bf\fn\nr\rt\t";
  char *p = rest->at, *end = p + rest->size, *to = p;
  said->at = p;
  while (p < end && *p != '"') {
    if ((unsigned char)*p < 0x20) return -1;
    if (*p != '\\') {
      *to++ = *p++;
      continue;
    }
    if (end - p < 2) return -1;
    const char *known = p[1] == 0 ? NULL : strchr(shorts, p[1]);
    if (known && (known - shorts) % 2 == 0) {
      *to++ = known[1], p += 2;
      continue;
    }
    /* What has no short form: two digits, in small letters. */
    if (end - p < 6 || memcmp(p, "\\u00", 4) || (p[4] != '0' && p[4] != '1')) return -1;
    int low = p[5] >= '0' && p[5] <= '9' ? p[5] - '0' : p[5] >= 'a' && p[5] <= 'f' ? p[5] - 'a' + 10 : -1, code = (p[4] - '0') * 16 + low;
    if (low < 0 || (code > 0 && strchr("\b\f\n\r\t", code))) return -1;
    *to++ = (char)code, p += 6;
  }
  if (p == end) return -1;
  said->size = (size_t)(to - said->at);
  *rest = (struct text){p + 1, (size_t)(end - p - 1)};
  return utf16_length(*said) < 0 ? -1 : 0;
}

static int starts(struct text *line, const char *with) {
  size_t size = strlen(with);
  if (line->size < size || memcmp(line->at, with, size)) return 0;
  line->at += size, line->size -= size;
  return 1;
}

/* That the rest of the line is the proof which only the user's key gives for this question and this answer. */
static int proves(struct text line, const struct pins *pins, const struct call *call, const struct text *said) {
  char head[96], hex[65];
  struct text key = read_file(pins->key, MAX_KEY);
  if (!key.at || key.size == 0 || line.size != 66 || memcmp(line.at + 64, "\"}", 2)) return 0;
  snprintf(head, sizeof head, "%s\n%s\n%lld\n", said ? "answer" : "waiting", call->id, (long long)call->length);
  struct text parts[] = {as_text(head), call->bytes, {"\n", 1}, said ? *said : (struct text){"", 0}};
  hmac_hex(key, parts, said ? 4 : 2, hex);
  int differs = 0;
  for (int i = 0; i < 64; i++) differs |= hex[i] ^ line.at[i];
  return differs == 0;
}

static int says_wait(struct text line, const struct pins *pins, const struct call *call) {
  return starts(&line, "{\"kind\":\"waiting\",\"proof\":\"") && proves(line, pins, call, NULL);
}

static int is_answer(struct text line, const struct pins *pins, const struct call *call, struct text *said) {
  return starts(&line, "{\"kind\":\"answer\",\"answer\":{\"stdout\":\"") && unescaped(&line, said) == 0 && starts(&line, "},\"proof\":\"") &&
         proves(line, pins, call, said);
}

static int until(int socket, short what, int64_t deadline) {
  int64_t left = deadline - clock_ms(CLOCK_MONOTONIC);
  return left > 0 && poll(&(struct pollfd){.fd = socket, .events = what}, 1, (int)left) > 0;
}

/* True when the daemon gave an answer that counts. A person may be waited for; the guard is told. */
static int hear(int socket, const struct pins *pins, struct call *call, struct text *said) {
  int64_t deadline = clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS, last = INT64_MAX;
  size_t room = 65536, from = 0, seen = 0;
  struct text got = {malloc(room), 0};
  while (got.at && got.size <= 2 * MAX_BYTES) {
    if (got.size == room) {
      char *more = realloc(got.at, room *= 2);
      if (!more) return 0;
      got.at = more;
    }
    if (!until(socket, POLLIN, deadline < last ? deadline : last)) return 0;
    ssize_t part = recv(socket, got.at + got.size, room - got.size, 0);
    if (part <= 0) {
      if (part < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      return 0;
    }
    got.size += (size_t)part;
    if (call->parked) deadline = clock_ms(CLOCK_MONOTONIC) + PARKED_PATIENCE_MS;
    for (char *end; (end = memchr(got.at + seen, '\n', got.size - seen)); from = seen = (size_t)(end - got.at) + 1) {
      while (got.at[from] == ' ') from++;
      struct text line = {got.at + from, (size_t)(end - got.at) - from};
      if (call->parked || !says_wait(line, pins, call)) return is_answer(line, pins, call, said);
      call->parked = 1;
      deadline = clock_ms(CLOCK_MONOTONIC) + PARKED_PATIENCE_MS;
      last = call->began + (call->wait_s * 1000 > ANSWER_BY_MS ? call->wait_s * 1000 : ANSWER_BY_MS) - KEPT_MS;
      kill(call->guard, SIGUSR1);
    }
    seen = got.size;
  }
  return 0;
}

/* A connection over which the line was said, or -1. */
static int say(const char *path, struct text line) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  int64_t deadline = clock_ms(CLOCK_MONOTONIC) + PATIENCE_MS;
  size_t sent = 0;
  if (line.size == 0 || strlen(path) >= sizeof name.sun_path) return -1;
  strcpy(name.sun_path, path);
  int one = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (one < 0) return -1;
  if (connect(one, (struct sockaddr *)&name, sizeof name) == 0)
    while (sent < line.size && until(one, POLLOUT, deadline)) {
      ssize_t part = send(one, line.at + sent, line.size - sent, MSG_NOSIGNAL);
      if (part > 0) sent += (size_t)part;
      else if (errno != EAGAIN && errno != EINTR) break;
    }
  if (sent == line.size && shutdown(one, SHUT_WR) == 0) return one;
  close(one);
  return -1;
}

static int ask_daemon(const struct pins *pins, struct call *call, struct text *said) {
  call->length = utf16_length(call->bytes);
  if (!call->ended || call->bytes.size == 0 || call->bytes.size > MAX_BYTES || call->length < 0 || call->wait_s < 0) return 0;
  if (getenv("FAIRLEAD_DEBUG")) return 0;
  int one = say(pins->socket, question(pins, call)), heard = one >= 0 && hear(one, pins, call, said);
  if (one >= 0) close(one);
  return heard;
}

/* `--ask <socket> <word>…`: hands words to the agent's door and prints what they gave. Whoever asks can do without an answer. */
static int ask_door(const char *path, char **words) {
  static char heard[65536];
  char *here = getcwd(NULL, 0), *end = NULL;
  size_t room = 256;
  for (char **word = words; *word; word++) room += 6 * strlen(*word) + 3;
  struct text line = {here ? malloc(room + 6 * strlen(here)) : NULL, 0}, got = {heard, 0}, said;
  if (!line.at) return FAILED;
  add(&line, "{\"op\":\"agent\",\"argv\":[");
  for (char **word = words; *word; word++) add(&line, word == words ? "" : ","), add_json(&line, as_text(*word));
  add(&line, "],\"cwd\":"), add_json(&line, as_text(here)), add(&line, "}\n");
  int64_t deadline = clock_ms(CLOCK_MONOTONIC) + PARKED_PATIENCE_MS;
  for (int one = say(path, line); one >= 0 && !end && got.size < sizeof heard && until(one, POLLIN, deadline);) {
    ssize_t part = recv(one, heard + got.size, sizeof heard - got.size, 0);
    if (part <= 0) break;
    got.size += (size_t)part;
    end = memchr(heard, '\n', got.size);
  }
  return end && starts(&got, "{\"kind\":\"ran\",\"exit\":0,\"stdout\":\"") && unescaped(&got, &said) == 0 && write_all(1, said.at, said.size) == 0
             ? ANSWERED
             : FAILED;
}

/* --- everything else --- */

/* As it came, from the beginning: also what was never read. */
static int replay_input(const struct call *call) {
  static char chunk[65536];
  int copy = memfd_create("input", 0);
  if (copy < 0 || write_all(copy, call->bytes.at, call->bytes.size) < 0) return -1;
  for (ssize_t got = 0; !call->ended && (got = read_patiently(0, chunk, sizeof chunk)) != 0;)
    if (got < 0 || write_all(copy, chunk, (size_t)got) < 0) return -1;
  return lseek(copy, 0, SEEK_SET) == 0 && dup2(copy, 0) == 0 && (copy == 0 || close(copy) == 0) ? 0 : -1;
}

static void exec_node(struct pins *pins, const struct call *call) {
  static char client[48], guard[48], event[128];
  char **env = copied_environment(environ, MAX_PINNED + 8);
  size_t count = 0;
  while (call->words[count]) count++;
  char **words = calloc(count + 4, sizeof *words);
  if (!env || !words || replay_input(call) < 0) return;
  unset_in(env, NULL);
  for (int i = 0; i < pins->unsets; i++) unset_in(env, pins->unset[i]);
  for (int i = 0; i < pins->sets; i++) set_in(env, pins->set[i]);
  snprintf(client, sizeof client, "FAIRLEAD_CLIENT=%d", (int)call->client);
  snprintf(guard, sizeof guard, "FAIRLEAD_GUARD=%d", (int)call->guard);
  snprintf(event, sizeof event, "FAIRLEAD_EVENT=%s %lld %lld%s", call->id, (long long)call->at_ms, (long long)spent_ms(call), call->parked ? " parked" : "");
  set_in(env, client), set_in(env, guard), set_in(env, event);
  words[0] = pins->node, words[1] = "--disable-sigusr1", words[2] = pins->hook;
  memcpy(words + 3, call->words + 1, count * sizeof *words);
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) dup2(nowhere, 2);
  if (nowhere > 2) close(nowhere);
  execve(pins->node, words, env);
}

static void work(struct pins *pins, struct call *call) {
  struct text said;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != call->guard) _exit(FAILED);
  mint_stamp(call);
  if (read_input(call) == 0 && ask_daemon(pins, call, &said)) _exit(write_all(1, said.at, said.size) < 0 ? FAILED : ANSWERED);
  exec_node(pins, call);
  _exit(FAILED);
}

/* Waits for the worker, but not longer than a client waits for us. Its end as an exit code; `told` when we were asked to end. */
static int guarded(pid_t worker, const struct call *call, const sigset_t *signals, int *parked, int *told) {
  int64_t deadline = call->began + ANSWER_BY_MS;
  for (;;) {
    int64_t left = deadline - clock_ms(CLOCK_MONOTONIC);
    struct timespec wait = {left > 0 ? left / 1000 : 0, left > 0 ? left % 1000 * 1000000 : 0};
    siginfo_t info;
    int status, got = sigtimedwait(signals, &info, &wait), late = got < 0 && errno == EAGAIN;
    if (got == SIGUSR1 && info.si_pid == worker && !*parked) {
      *parked = 1;
      if (call->wait_s * 1000 > ANSWER_BY_MS + GUARD_KEEPS_MS) deadline = call->began + call->wait_s * 1000 - GUARD_KEEPS_MS;
    }
    if (waitpid(worker, &status, WNOHANG) == worker) return WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
    *told = got == SIGTERM || got == SIGINT || got == SIGHUP;
    if (*told || late) {
      kill(worker, SIGKILL);
      return FAILED;
    }
  }
}

/* By a process of its own that nobody waits for: this file, too, can be kept from us. */
static void record_gap(const struct pins *pins, const char *runtime, const char *outcome) {
  char line[512];
  if (fork() != 0) return;
  for (int i = 0; i < 3; i++) close(i);
  int size = snprintf(line, sizeof line, "{\"atMs\":%lld,\"runtime\":\"%.64s\",\"project\":\"\",\"problem\":\"the hook could not judge this call\",\"outcome\":\"%s\"}\n",
                      (long long)clock_ms(CLOCK_REALTIME), strpbrk(runtime, "\"\\\n") ? "" : runtime, outcome);
  int file = open(pins->gaps, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0600);
  if (file >= 0 && size > 0) write_all(file, line, (size_t)size);
  _exit(0);
}

/* Seconds after `--wait`; 0 without it, -1 where it is spelled in another way than `init` does. */
static int64_t seconds_to_wait(char **words) {
  for (words += 2; words[-1] && *words; words++)
    if (!strcmp(*words, "--wait")) {
      size_t digits = words[1] ? strspn(words[1], "0123456789") : 0;
      return digits > 0 && digits < 7 && words[1][digits] == 0 && words[1][0] != '0' ? atoll(words[1]) : -1;
    }
  return 0;
}

/* Without what was pinned nothing here may be believed; the script has it written into it. */
static int exec_script(char **words) {
  char script[4096];
  size_t count = 0;
  while (words[count]) count++;
  char **all = calloc(count + 2, sizeof *all);
  if (!all || beside(".sh", script, sizeof script) < 0) return FAILED;
  all[0] = "sh", all[1] = script;
  memcpy(all + 2, words + 1, count * sizeof *all);
  unset_in(environ, NULL);
  execve("/bin/sh", all, environ);
  return FAILED;
}

/* `--prove <key>`: signs its input, to show `init` and `doctor` that it runs here and signs as they do. */
static int prove(char *key) {
  struct call call = {0};
  char hex[65];
  if (read_input(&call) < 0) return FAILED;
  hmac_hex(as_text(key), &call.bytes, 1, hex);
  return write_all(1, hex, 64) < 0 ? FAILED : ANSWERED;
}

int main(int argc, char **argv) {
  static char *usual[] = {"hook", "claude-code", NULL};
  struct pins pins = {0};
  struct call call = {.began = clock_ms(CLOCK_MONOTONIC), .client = getppid(), .guard = getpid(), .words = argc > 1 ? argv : usual};
  /* Without input or output nobody can be answered. */
  if (fcntl(0, F_GETFD) < 0 || fcntl(1, F_GETFD) < 0) return REFUSED;
  if (argc == 3 && !strcmp(argv[1], "--prove")) return prove(argv[2]);
  if (argc > 3 && !strcmp(argv[1], "--ask")) return ask_door(argv[2], argv + 3);
  int strict = call.words[2] && !strcmp(call.words[2], "--strict"), parked = 0, told = 0;
  if (read_pins(&pins) < 0) return exec_script(call.words) && strict ? REFUSED : ANSWERED;
  int ready = access(pins.node, X_OK) == 0 && access(pins.hook, F_OK) == 0, end = FAILED;
  if (!ready && !strict) return ANSWERED;
  call.wait_s = seconds_to_wait(call.words);
  if (ready) {
    sigset_t signals, before;
    const int watched[] = {SIGCHLD, SIGUSR1, SIGTERM, SIGINT, SIGHUP};
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) sigaddset(&signals, watched[i]);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t worker = fork();
    if (worker == 0) {
      sigprocmask(SIG_SETMASK, &before, NULL);
      work(&pins, &call);
    }
    if (worker > 0) end = guarded(worker, &call, &signals, &parked, &told);
    if (end == ANSWERED) return ANSWERED;
    if (end == UNRECORDED) strict = 0;
    /* Held, and nobody waits any more. */
    if (parked && told) return REFUSED;
  }
  record_gap(&pins, call.words[1], end == UNRECORDED ? "answered" : strict ? "block" : "allow");
  if (!strict) return ANSWERED;
  static const char refusal[] = "fairlead could not judge this call, and it was installed with --strict; run fairlead doctor\n";
  (void)!write(2, refusal, sizeof refusal - 1);
  return REFUSED;
}
