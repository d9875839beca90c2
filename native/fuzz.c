/* For `npm run fuzz:native` alone: what the two programs read, by the hundred thousand, under the sanitizers. */
#define main hook_main
#include "hook.c"
#undef main
/* Both programs in one: what they share is compiled once. */
#define main seal_main
#define proves seal_proves
#include "seal.c"
#undef main
#include <assert.h>

static uint64_t state;

static uint64_t next(uint64_t below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state % below;
}

/* A few bytes changed, left out, doubled or put in, mostly such that mean something. */
static size_t mutate(char *text, size_t size, size_t room) {
  static const char telling[] = "\"\\{}:,\n u0019af\x80\xc2\xed\xf4\xff =";
  for (uint64_t count = next(6); count-- > 0;) {
    size_t at = size ? next(size) : 0, much = 1 + next(8);
    switch (next(5)) {
      case 0: if (size) text[at] = (char)next(256); break;
      case 1: if (size) text[at] = telling[next(sizeof telling)]; break;
      case 2: if (at + much < size) memmove(text + at, text + at + much, size - at - much), size -= much; break;
      case 3: if (size + much < room) memmove(text + at + much, text + at, size - at), size += much; break;
      default: size = at;
    }
  }
  return size;
}

/* Whatever stands in a plan, it is refused or names whole paths. Exactly as large as its content. */
static void fuzz_plan(void) {
  static const char whole[] =
      "shell /bin/bash\nhide /a\nread-only /b\nprivate /c\npass /c/e\nkeep /d\nstrict\nsocket /s\nkey /k\nnode /n\ncli /i\nchain w -x\nexempt mcp a\t/f mcp a\nset A=b\ntake T\n";
  char text[4096];
  size_t size = sizeof whole - 1;
  memcpy(text, whole, size);
  size = mutate(text, size, sizeof text);
  char *exact = malloc(size + 1);
  memcpy(exact, text, size), exact[size] = 0;
  struct plan plan = {0};
  if (parse_plan(&plan, exact) == 0) {
    assert(plan.off || plan.shell[0] == '/');
    for (int i = 0; i < plan.count; i++) assert(plan.covers[i].path[0] == '/');
    for (int i = 0; i < plan.exempts; i++) assert(strchr(plan.exempt[i], '\t'));
    for (int i = 0; i < plan.sets; i++) assert(strchr(plan.set[i], '='));
  }
  free(exact);
}

int main(int argc, char **argv) {
  enum { ROOM = 4096 };
  assert(argc == 4);
  char *key = argv[1], seed[ROOM];
  long rounds = atol(argv[2]), believed = 0;
  state = strtoull(argv[3], NULL, 10) | 1;
  struct pins pins = {.version = "1", .socket = "/nowhere", .key = key, .folder_from = "NO_SUCH_VARIABLE", .prefix_from = "NO_SUCH_VARIABLE"};
  struct call call = {.id = "00000000-0000-4000-8000-000000000000", .words = (char *[]){"hook", "claude-code", NULL}, .wait_s = 600};
  call.bytes = as_text("{\"hook_event_name\":\"PreToolUse\"}"), call.length = utf16_length(call.bytes);
  struct text secret = read_file(key, MAX_KEY);
  for (long i = 0; i < rounds; i++) {
    /* Exactly as large as its content, so that one byte too far is seen. */
    struct text said = {"a\n\"\xc3\xa9", 5}, heard;
    char hex[65], head[96];
    snprintf(head, sizeof head, "answer\n%s\n%lld\n", call.id, (long long)call.length);
    struct text parts[] = {as_text(head), call.bytes, {"\n", 1}, said};
    hmac_hex(secret, parts, 4, hex);
    fuzz_plan();
    int kind = (int)next(4);
    size_t size = (size_t)(kind == 0   ? snprintf(seed, ROOM, "{\"kind\":\"answer\",\"answer\":{\"stdout\":\"a\\n\\\"\xc3\xa9\"},\"proof\":\"%s\"}", hex)
                           : kind == 1 ? snprintf(seed, ROOM, "{\"kind\":\"waiting\",\"proof\":\"%s\"}", hex)
                           : kind == 2 ? snprintf(seed, ROOM, "version 1\nnode /n\nhook /h\nsocket /s\nkey /k\ngaps /g\nfolder-from F\nprefix-from P\nset A=b\nunset C\n")
                           : snprintf(seed, ROOM, "A=1"));
    size_t before = size;
    char original[ROOM];
    memcpy(original, seed, size);
    size = mutate(seed, size, ROOM);
    char *exact = malloc(size + 1);
    memcpy(exact, seed, size), exact[size] = 0;
    struct text line = {exact, size};
    if (kind < 2) {
      int took = is_answer(line, &pins, &call, &heard);
      /* Whatever was changed: what is believed is what was said. */
      if (took) believed++, assert(heard.size == said.size && memcmp(heard.at, said.at, said.size) == 0);
      if (!took && kind == 0 && size == before) assert(memcmp(original, seed, size) != 0);
      memcpy(exact, seed, size);
      assert(!says_wait(line, &pins, &call));
    } else if (kind == 2) {
      struct pins read = {0};
      if (parse_pins(&read, exact) == 0) assert(read.version && read.gaps && read.folder_from && read.prefix_from);
    } else {
      char *env[] = {"PATH=/bin", "LD_PRELOAD=x", exact, "HOME=/h", NULL, NULL, NULL};
      unset_in(env, NULL), set_in(env, exact);
      for (char **at = env; *at; at++) assert(strncmp(*at, "LD_", 3) != 0 || *at == exact);
    }
    struct text as_input = {exact, size};
    call.bytes = as_input, call.length = utf16_length(as_input);
    if (call.length >= 0) free(question(&pins, &call).at);
    call.bytes = as_text("{\"hook_event_name\":\"PreToolUse\"}"), call.length = utf16_length(call.bytes);
    free(exact);
    if (i % 50 == 0) {
      int pair[2];
      assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
      (void)!write(pair[1], seed, size), (void)!write(pair[1], "\n", i % 100 ? 1 : 0);
      close(pair[1]);
      call.parked = 0, call.guard = getpid();
      if (hear(pair[0], &pins, &call, &heard)) assert(heard.size == said.size);
      close(pair[0]);
    }
  }
  printf("%ld inputs, %ld believed, seed %llu\n", rounds, believed, (unsigned long long)strtoull(argv[3], NULL, 10));
  return 0;
}
