/*
 * Puts one command of an agent into namespaces of its own, in which what is Fairlead's is out of reach and everything else is as
 * before. What is covered stands in the plan beside this program; the environment and the command have no say in it.
 *
 *   seal [--strict] -- PROGRAM ARGUMENT…   or, as a client's shell prefix:   seal COMMAND-LINE
 *   seal --probe                           says whether it can enter here, and with what
 *
 * Where the machine gives no namespaces, the command runs as it would without us; with `--strict`, or `strict` in the plan, it does
 * not run (125). Nor does it run where only something is used up or a cover cannot be put: an agent could bring that about.
 */
#include "fairlead.h"
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>

extern char **environ;

enum { NOT_SEALED = 125, NOT_FOUND = 127, MAX_PLAN = 256 * 1024, MAX_COVERS = 256, MAX_LISTED = 32, MAX_SECRET = 4096, MAX_ASKED = 32 * 1024 };

struct cover {
  char kind, *path;
};

/* What the plan says. `exempt`: command lines that are our own programs; `set` and `take` make up their environment. */
struct plan {
  struct cover covers[MAX_COVERS];
  char *exempt[MAX_LISTED], *set[MAX_LISTED], *take[MAX_LISTED];
  int count, exempts, sets, takes, strict, off;
  char *shell, *chain, *socket, *key, *node, *cli;
  uid_t user;
  gid_t group;
};

/* --- what the kernel's headers say; the compiler's may be older, or not there at all --- */

struct filter_line {
  uint16_t code;
  uint8_t yes, no;
  uint32_t value;
};
struct filter {
  uint16_t length;
  const struct filter_line *lines;
};
struct scopes {
  uint64_t files, net, scoped;
};
enum { LOAD = 0x20, EQUAL = 0x15, AT_LEAST = 0x35, RETURN = 0x06, ALLOW = 0x7fff0000, REFUSE = 0x00050000 | EPERM };
enum { LANDLOCK_CREATE = 444, LANDLOCK_RESTRICT = 446, SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2 };
#if defined(__x86_64__)
enum { ARCH = 0xc000003e, FOREIGN_CALLS = 0x40000000 };
#elif defined(__aarch64__)
enum { ARCH = 0xc00000b7, FOREIGN_CALLS = 0x7fffffff };
#else
#error "not tried on this kind of machine"
#endif

/* Whoever could mount, in a user namespace of its own, could move a cover away; and there is nothing to be sealed in that needs it. */
static const uint32_t REFUSED_CALLS[] = {SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, 428 /* open_tree */, 429 /* move_mount */,
                                         430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */,
                                         467 /* open_tree_attr */, SYS_open_by_handle_at};

static int forbid(void) {
  struct filter_line lines[64];
  size_t at = 0;
#define LINE(...) lines[at++] = (struct filter_line){__VA_ARGS__}
  LINE(LOAD, 0, 0, 4);
  LINE(EQUAL, 1, 0, ARCH);
  LINE(RETURN, 0, 0, REFUSE);
  LINE(LOAD, 0, 0, 0);
  LINE(AT_LEAST, 0, 1, FOREIGN_CALLS);
  LINE(RETURN, 0, 0, REFUSE);
  for (size_t i = 0; i < sizeof REFUSED_CALLS / sizeof *REFUSED_CALLS; i++) {
    LINE(EQUAL, 0, 1, REFUSED_CALLS[i]);
    LINE(RETURN, 0, 0, REFUSE);
  }
  /* Typing into a terminal that is shared with a person; pasting by the console. */
  LINE(EQUAL, 0, 4, SYS_ioctl);
  LINE(LOAD, 0, 0, 24);
  LINE(EQUAL, 1, 0, 0x5412);
  LINE(EQUAL, 0, 5, 0x541c);
  LINE(RETURN, 0, 0, REFUSE);
  /* A lease keeps the next reader of a file waiting: our hook would outlive its client's patience. */
  LINE(EQUAL, 0, 3, SYS_fcntl);
  LINE(LOAD, 0, 0, 24);
  LINE(EQUAL, 0, 1, 1024);
  LINE(RETURN, 0, 0, REFUSE);
  LINE(RETURN, 0, 0, ALLOW);
#undef LINE
  struct filter filter = {(uint16_t)at, lines};
  return (int)syscall(SYS_prctl, PR_SET_SECCOMP, 2, &filter);
}

/* Abstract sockets (X11, session buses) and signals reach nobody outside. Returns the kernel's version of it, 0 without. */
static long scope(void) {
  long version = syscall(LANDLOCK_CREATE, NULL, 0, 1);
  struct scopes scopes = {0, 0, SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS};
  if (version < 6) return 0;
  int rules = (int)syscall(LANDLOCK_CREATE, &scopes, sizeof scopes, 0);
  long done = rules < 0 ? -1 : syscall(LANDLOCK_RESTRICT, rules, 0);
  if (rules >= 0) close(rules);
  return done < 0 ? 0 : version;
}

/* --- the covers --- */

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t sent = write(file, text, strlen(text));
  close(file);
  return sent < 0 ? -1 : 0;
}

/* In there we are who we were outside. */
static int map_user(uid_t user, gid_t group) {
  char uid[64], gid[64];
  snprintf(uid, sizeof uid, "%u %u 1", user, user);
  snprintf(gid, sizeof gid, "%u %u 1", group, group);
  if (write_text("/proc/self/setgroups", "deny") < 0 && errno != ENOENT) return -1;
  return write_text("/proc/self/uid_map", uid) < 0 || write_text("/proc/self/gid_map", gid) < 0 ? -1 : 0;
}

static int remount_read_only(const char *path) {
  struct statvfs is;
  if (statvfs(path, &is) < 0) return -1;
  /* What was forbidden on this file system outside stays so; the kernel insists on it. */
  unsigned long flags = MS_BIND | MS_REMOUNT | MS_RDONLY;
  if (is.f_flag & ST_NOSUID) flags |= MS_NOSUID;
  if (is.f_flag & ST_NODEV) flags |= MS_NODEV;
  if (is.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
  if (is.f_flag & ST_NOATIME) flags |= MS_NOATIME;
  if (is.f_flag & ST_NODIRATIME) flags |= MS_NODIRATIME;
  if (is.f_flag & ST_RELATIME) flags |= MS_RELATIME;
  return mount(NULL, path, NULL, flags, NULL);
}

static int is_below(const char *path, const char *folder) {
  size_t size = strlen(folder);
  return strncmp(path, folder, size) == 0 && path[size] == '/';
}

/* The one thing at the end of the path, with the folders before it, in a folder of our own. */
static int make_place(char *path, const char *above, int is_folder) {
  for (char *at = path + strlen(above) + 1; (at = strchr(at, '/')); at++) {
    *at = 0;
    int made = mkdir(path, 0700);
    *at = '/';
    if (made < 0 && errno != EEXIST) return -1;
  }
  if (is_folder) return mkdir(path, 0700) < 0 && errno != EEXIST ? -1 : 0;
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return file < 0 ? -1 : close(file);
}

/* A folder that is empty but for what the plan lets through by name: the keyring's socket, the agent that signs. */
static int make_private(const struct plan *plan, const char *folder) {
  int passed[MAX_COVERS], failed = 0;
  struct stat found;
  for (int i = 0; i < plan->count; i++)
    passed[i] = plan->covers[i].kind == 't' && is_below(plan->covers[i].path, folder) ? open(plan->covers[i].path, O_PATH | O_CLOEXEC | O_NOFOLLOW) : -1;
  if (mount("seal", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=700,size=64m") < 0) return -1;
  for (int i = 0; i < plan->count; i++) {
    char source[64];
    if (passed[i] < 0) continue;
    snprintf(source, sizeof source, "/proc/self/fd/%d", passed[i]);
    failed |= fstat(passed[i], &found) < 0 || S_ISLNK(found.st_mode) || make_place(plan->covers[i].path, folder, S_ISDIR(found.st_mode)) < 0 ||
              mount(source, plan->covers[i].path, NULL, MS_BIND, NULL) < 0;
    close(passed[i]);
  }
  return failed ? -1 : 0;
}

/* Our own folder and the one with our state: without these two there is no seal. An agent cannot bring about that they are not there. */
static const struct cover *first_of(const struct plan *plan, char kind) {
  for (int i = 0; i < plan->count; i++)
    if (plan->covers[i].kind == kind) return &plan->covers[i];
  return NULL;
}

/*
 * What is not there needs no cover: its parent is covered, or an agent may make it and finds nothing of ours behind it. Nor does what is
 * no folder: an agent that puts a file there must not keep us from entering. A private folder is made, or somebody would make it later.
 */
static int put_cover(const struct plan *plan, const struct cover *at) {
  struct stat found;
  struct cover cover = *at;
  if (cover.kind == 't') return 0;
  int missing = lstat(cover.path, &found) < 0;
  if (missing && cover.kind == 'p' && mkdir(cover.path, 0700) == 0) missing = lstat(cover.path, &found) < 0;
  if (missing && errno != ENOENT && errno != ENOTDIR && errno != EACCES) return -1;
  if (missing || !S_ISDIR(found.st_mode)) {
    errno = missing ? ENOENT : ENOTDIR;
    return at == first_of(plan, 'h') || at == first_of(plan, 'r') ? -1 : 0;
  }
  unsigned long usual = MS_NOSUID | MS_NODEV;
  if (cover.kind == 'p') return make_private(plan, cover.path);
  if (cover.kind == 'h') {
    /* Closed and unchangeable: not empty, but out of reach. */
    if (mount("seal", cover.path, "tmpfs", usual | MS_NOEXEC, "mode=000,size=4k") < 0) return -1;
    return mount(NULL, cover.path, NULL, MS_REMOUNT | MS_RDONLY | usual | MS_NOEXEC, "mode=000,size=4k");
  }
  if (mount(cover.path, cover.path, NULL, MS_BIND | MS_REC, NULL) < 0) return -1;
  return cover.kind == 'r' ? remount_read_only(cover.path) : 0;
}

static int own_terminals(void) {
  if (mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620") < 0) return -1;
  struct stat found;
  if (lstat("/dev/ptmx", &found) < 0 || S_ISLNK(found.st_mode)) return 0;
  return mount("/dev/pts/ptmx", "/dev/ptmx", NULL, MS_BIND, NULL);
}

/* Something is used up, which may be an agent's doing; where no namespace was ever given, it is not that. */
static int is_used_up(int error) {
  char given[16] = "";
  int file = error == ENOSPC ? open("/proc/sys/user/max_user_namespaces", O_RDONLY | O_CLOEXEC) : -1;
  if (file >= 0) (void)!read(file, given, sizeof given - 1), close(file);
  if (given[0] == '0') return 0;
  return error == EAGAIN || error == ENOMEM || error == ENOSPC || error == EMFILE || error == ENFILE || error == EUSERS || error == EINTR;
}

/* In the first process of the new namespaces. Says in `why` what failed; `covering` where the machine has given everything. */
static int cover_all(const struct plan *plan, const char **why, int *covering) {
  char here[4096], *folder = getcwd(here, sizeof here);
  *why = "user namespace";
  if (map_user(plan->user, plan->group) < 0) return -1;
  *why = "mount namespace";
  if (mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL) < 0) return -1;
  *why = "own /proc";
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) return -1;
  *why = "own terminals";
  if (own_terminals() < 0) return -1;
  *covering = 1;
  for (int i = 0; i < plan->count; i++) {
    *why = plan->covers[i].path;
    if (put_cover(plan, &plan->covers[i]) < 0) return -1;
  }
  /* The folder that we stand in may be below a cover now; by its name it is. */
  *covering = 0;
  if (!folder || chdir(folder) < 0) (void)!chdir("/");
  *why = "no new privileges";
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return 0;
}

/* --- the processes --- */

/* What the first process says to the one outside. `refused`: this machine seals nothing, and no agent has brought that about. */
struct word {
  int sealed, refused, error, status;
  long landlock;
  char why[256];
};

static void run(char **words) {
  execvp(words[0], words);
  int missing = errno == ENOENT || errno == ENOTDIR;
  dprintf(2, "seal: %s: %s\n", words[0], strerror(errno));
  _exit(missing ? NOT_FOUND : 126);
}

static const int FORWARDED[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT};

static void watched(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  for (size_t i = 0; i < sizeof FORWARDED / sizeof *FORWARDED; i++) sigaddset(set, FORWARDED[i]);
}

/* Process 1 in there: passes signals on, waits for everybody, and ends all of them when the helper outside is killed. */
static void first_process(const struct plan *plan, char **words, int line, const sigset_t *before) {
  struct word word = {.why = ""};
  const char *why = "";
  sigset_t set;
  int status, done = 0, covering = 0;
  if (cover_all(plan, &why, &covering) == 0) {
    word.landlock = scope();
    why = "seccomp";
    word.sealed = forbid() == 0;
  }
  word.error = word.sealed ? 0 : errno;
  word.refused = !word.sealed && !covering && !is_used_up(word.error);
  snprintf(word.why, sizeof word.why, "%s", word.sealed ? "" : why);
  if (write(line, &word, sizeof word) != sizeof word || !word.sealed || !words) _exit(0);
  /* Not before the helper outside has told the daemon of it. */
  if (read(line, &done, 1) != 1) _exit(0);
  done = 0;
  pid_t command = fork();
  if (command == 0) {
    close(line);
    sigprocmask(SIG_SETMASK, before, NULL);
    run(words);
  }
  /* Who reads what the command says must see its end when the command ends. */
  int nowhere = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3 && nowhere >= 0; i++) dup2(nowhere, i);
  watched(&set);
  int signals = signalfd(-1, &set, SFD_CLOEXEC);
  while (command > 0 && signals >= 0) {
    struct pollfd both[] = {{.fd = signals, .events = POLLIN}, {.fd = done ? -1 : line, .events = POLLIN}};
    struct signalfd_siginfo info;
    if (poll(both, 2, -1) < 0) continue;
    if (both[1].revents) break;
    if (!both[0].revents || read(signals, &info, sizeof info) != sizeof info) continue;
    if (info.ssi_signo != SIGCHLD) {
      if (!done) kill(command, (int)info.ssi_signo);
      continue;
    }
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
      if (ended == command) {
        word.status = status, done = 1;
        if (write(line, &word, sizeof word) != sizeof word) break;
        close(line);
      }
    /* What was left running in the background goes on; the last one ends this. */
    if (ended < 0 && errno == ECHILD) _exit(0);
  }
  kill(-1, SIGKILL);
  _exit(0);
}

/* A line to the daemon; the socket, where an answer may be heard. Nobody is waited for. */
static int tell_daemon(const struct plan *plan, const char *line, size_t size) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  if (!plan->socket || strlen(plan->socket) >= sizeof name.sun_path) return -1;
  strcpy(name.sun_path, plan->socket);
  int one = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (one >= 0 && connect(one, (struct sockaddr *)&name, sizeof name) == 0 && send(one, line, size, MSG_NOSIGNAL) == (ssize_t)size) return one;
  if (one >= 0) close(one);
  return -1;
}

/* The HMAC of what is said with the key that no sealed command can read. Returns -1 without one. */
static int sign(const struct plan *plan, const char *head, struct text more, char hex[65]) {
  struct text key = plan->key ? read_file(plan->key, MAX_SECRET) : (struct text){NULL, 0};
  struct text parts[] = {{(char *)head, strlen(head)}, more};
  if (key.at && key.size > 0) hmac_hex(key, parts, more.size ? 2 : 1, hex);
  int done = key.at && key.size > 0 ? 0 : -1;
  free(key.at);
  return done;
}

/* Tells the daemon that a command of this client runs now, and how. Signed, since anybody may speak there. */
static void attest(const struct plan *plan, int is_sealed) {
  char said[128], hex[65], line[320];
  int client = (int)getppid();
  long long at_ms = (long long)clock_ms(CLOCK_REALTIME);
  snprintf(said, sizeof said, "attest\n%d\n%lld\n%s", client, at_ms, is_sealed ? "sealed" : "unsealed");
  if (sign(plan, said, (struct text){NULL, 0}, hex) < 0) return;
  int size = snprintf(line, sizeof line, "{\"op\":\"attest\",\"client\":%d,\"atMs\":%lld,\"sealed\":%s,\"proof\":\"%s\"}\n", client, at_ms, is_sealed ? "true" : "false", hex);
  int one = tell_daemon(plan, line, (size_t)size);
  if (one >= 0) close(one);
}

/* What an agent writes before a command that a person may let run unsealed, once. */
static const char MARK[] = "UNSEALED=1 ";
enum { HEARD_WITHIN_MS = 2000 };

/* Asks the daemon whether a person said so for this very command. Whatever is not a signed yes is a no. */
static int is_let_out(const struct plan *plan, char **words) {
  char said[128], hex[65], *line, heard[512];
  const char *command = NULL;
  for (char **at = words; *at; at++)
    if (strstr(*at, MARK)) command = *at;
  size_t size = command ? strlen(command) : 0, room = 2 * size + 320, got = 0, at;
  if (!command || size > MAX_ASKED || !(line = malloc(room))) return 0;
  int client = (int)getppid(), self = (int)getpid(), let_out = 0;
  long long at_ms = (long long)clock_ms(CLOCK_REALTIME);
  snprintf(said, sizeof said, "unseal\n%d\n%d\n%lld\n", client, self, at_ms);
  if (sign(plan, said, (struct text){(char *)command, size}, hex) < 0) return free(line), 0;
  at = (size_t)snprintf(line, room, "{\"op\":\"unseal\",\"client\":%d,\"self\":%d,\"atMs\":%lld,\"proof\":\"%s\",\"line\":\"", client, self, at_ms, hex);
  for (size_t i = 0; i < size; i++) at += (size_t)snprintf(line + at, room - at, "%02x", (unsigned char)command[i]);
  at += (size_t)snprintf(line + at, room - at, "\"}\n");
  int one = tell_daemon(plan, line, at);
  free(line);
  /* A daemon answers once it has heard everything. */
  if (one >= 0) shutdown(one, SHUT_WR);
  snprintf(said, sizeof said, "unsealed\n%d\n%d\n%lld\n", client, self, at_ms);
  for (int64_t until = clock_ms(CLOCK_MONOTONIC) + HEARD_WITHIN_MS; one >= 0 && got < sizeof heard - 1;) {
    struct pollfd waiting = {.fd = one, .events = POLLIN};
    int64_t left = until - clock_ms(CLOCK_MONOTONIC);
    if (left <= 0 || poll(&waiting, 1, (int)left) <= 0) break;
    ssize_t more = read(one, heard + got, sizeof heard - 1 - got);
    if (more <= 0) break;
    heard[got += (size_t)more] = 0;
    if (memchr(heard, '\n', got)) break;
  }
  heard[got] = 0;
  if (one >= 0 && sign(plan, said, (struct text){(char *)command, size}, hex) == 0) let_out = strstr(heard, hex) != NULL;
  if (one >= 0) close(one);
  return let_out;
}

static int end_like(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  sigset_t none;
  sigemptyset(&none);
  signal(WTERMSIG(status), SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

/* Enters and runs, and gives the command's end; with no words it only tries. `word` says whether it got in. */
static int sealed(const struct plan *plan, char **words, struct word *word) {
  int pair[2];
  sigset_t set, before;
  memset(word, 0, sizeof *word);
  snprintf(word->why, sizeof word->why, "namespaces");
  watched(&set);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0 || sigprocmask(SIG_BLOCK, &set, &before) < 0) return -1;
  signal(SIGCHLD, SIG_DFL);
  pid_t first = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
  if (first == 0) {
    close(pair[0]);
    first_process(plan, words, pair[1], &before);
  }
  word->error = errno;
  word->refused = first < 0 && !is_used_up(word->error);
  close(pair[1]);
  if (first > 0 && read(pair[0], word, sizeof *word) != sizeof *word) word->sealed = word->refused = 0;
  if (first < 0 || !word->sealed || !words) {
    if (first > 0) waitpid(first, NULL, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(pair[0]);
    return -1;
  }
  attest(plan, 1);
  if (write(pair[0], "", 1) != 1) return 128 + SIGKILL;
  for (int signals = signalfd(-1, &set, SFD_CLOEXEC);;) {
    struct pollfd both[] = {{.fd = pair[0], .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    struct signalfd_siginfo info;
    if (poll(both, 2, -1) < 0) continue;
    if (both[0].revents) return read(pair[0], word, sizeof *word) == sizeof *word ? end_like(word->status) : 128 + SIGKILL;
    if (read(signals, &info, sizeof info) == sizeof info && info.ssi_signo != SIGCHLD) kill(first, (int)info.ssi_signo);
  }
}

static int parse_plan(struct plan *plan, char *rest) {
  char *word, *value = NULL;
  while ((word = next_line(&rest, &value))) {
    char kind = !strcmp(word, "hide") ? 'h' : !strcmp(word, "read-only") ? 'r' : !strcmp(word, "private") ? 'p' : !strcmp(word, "keep") ? 'k' : !strcmp(word, "pass") ? 't' : 0;
    char **place = !strcmp(word, "shell") ? &plan->shell : !strcmp(word, "socket") ? &plan->socket : !strcmp(word, "key") ? &plan->key : !strcmp(word, "node") ? &plan->node : !strcmp(word, "cli") ? &plan->cli : NULL;
    if (kind && plan->count < MAX_COVERS && value[0] == '/') plan->covers[plan->count++] = (struct cover){kind, value};
    else if (place && value[0] == '/') *place = value;
    else if (!strcmp(word, "chain") && *value) plan->chain = value;
    else if (!strcmp(word, "exempt") && strchr(value, '\t') && plan->exempts < MAX_LISTED) plan->exempt[plan->exempts++] = value;
    else if (!strcmp(word, "set") && strchr(value, '=') && plan->sets < MAX_LISTED) plan->set[plan->sets++] = value;
    else if (!strcmp(word, "take") && *value && plan->takes < MAX_LISTED) plan->take[plan->takes++] = value;
    else if (!strcmp(word, "strict")) plan->strict = 1;
    else if (!strcmp(word, "off")) plan->off = 1;
    else return -1;
  }
  return plan->shell || plan->off ? 0 : -1;
}

/* A command line that is a program of ours, to the letter: as Node itself, and with nothing of the caller's environment but what was named. */
static void run_own(const struct plan *plan, const char *line) {
  char *words[MAX_LISTED + 4] = {plan->node, "--disable-sigusr1", plan->cli}, *env[2 * MAX_LISTED + 1] = {NULL};
  int count = 3, room = 0;
  for (int i = 0; plan->node && plan->cli && i < plan->exempts; i++) {
    char *whole = strchr(plan->exempt[i], '\t');
    if (strcmp(whole + 1, line)) continue;
    *whole = 0;
    for (char *word = strtok(plan->exempt[i], " "); word && count < MAX_LISTED; word = strtok(NULL, " ")) words[count++] = word;
    for (int s = 0; s < plan->sets; s++) env[room++] = plan->set[s];
    for (int t = 0; t < plan->takes; t++)
      for (char **at = environ; *at; at++)
        if (has_name(*at, plan->take[t])) {
          env[room++] = *at;
          break;
        }
    execve(plan->node, words, env);
    _exit(NOT_FOUND);
  }
}

/* Another seal of the same plan is around us already: its cover lies over our state, where nobody else can put one. */
static int is_inside(const struct plan *plan) {
  const struct cover *state = first_of(plan, 'h');
  struct stat found;
  struct statfs system;
  if (!state || stat(state->path, &found) < 0 || statfs(state->path, &system) < 0) return 0;
  return S_ISDIR(found.st_mode) && (found.st_mode & 0777) == 0 && system.f_type == 0x01021994 /* tmpfs */;
}

static int probe(const struct plan *plan) {
  struct word word;
  if (plan->off) return puts("off") < 0;
  if (is_inside(plan)) return puts("inside") < 0;
  if (plan->user == 0) return puts("no: root is not held by it") >= 0;
  sealed(plan, NULL, &word);
  if (word.sealed) return printf("yes: namespaces, %d covers, seccomp, landlock %ld\n", plan->count, word.landlock) < 0;
  return printf("no: %s: %s\n", word.why, strerror(word.error)) >= 0;
}

int main(int argc, char **argv) {
  char path[4096], *line[6] = {"sh", "-c", NULL}, **words = argv + 1, *name = strrchr(argv[0], '/');
  struct plan plan = {.user = geteuid(), .group = getegid()};
  struct word word = {.why = "the plan"};
  int is_shell = strchr(name ? name : argv[0], '-') != NULL, has_plan;
  has_plan = beside(".plan", path, sizeof path) == 0 && parse_plan(&plan, read_file(path, MAX_PLAN).at) == 0;
  if (argc == 2 && !strcmp(argv[1], "--probe")) return has_plan ? probe(&plan) : puts("no: no plan") >= 0;
  if (!is_shell && *words && !strcmp(*words, "--strict")) plan.strict = 1, words++;
  int is_line = !is_shell && *words && !words[1];
  if (!is_shell && *words && !strcmp(*words, "--")) words++, is_line = 0;
  if (!*words && !is_shell) return NOT_FOUND;
  if (is_shell) words = argv, words[0] = plan.shell ? plan.shell : "/bin/sh";
  if (is_line) {
    if (has_plan && !plan.off) run_own(&plan, *words);
    line[0] = plan.shell ? plan.shell : "/bin/sh", line[2] = *words;
    /* The prefix that the person had: it gets the command as it would from the client. */
    static char chained[4096];
    if (plan.chain && (size_t)snprintf(chained, sizeof chained, "%s \"$1\"", plan.chain) < sizeof chained) line[2] = chained, line[3] = line[0], line[4] = *words;
    words = line;
  }
  /* Nothing that was open for our caller alone. */
  syscall(436 /* close_range */, 3, ~0U, 0);
  if (!has_plan) plan.strict = 1, plan.off = 0;
  else if (plan.off || is_inside(&plan)) run(words);
  else if (plan.user == 0) word.refused = 1;
  else {
    if (is_let_out(&plan, words)) run(words);
    int end = sealed(&plan, words, &word);
    if (word.sealed) return end;
  }
  if (!plan.strict && word.refused) attest(&plan, 0), run(words);
  dprintf(2, "fairlead: this command could not be sealed (%s) and did not run; run `fairlead doctor`\n", word.why);
  return NOT_SEALED;
}
