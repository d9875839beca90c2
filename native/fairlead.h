/* What both programs need: SHA-256, UTF-8, small files, the lines beside a program, an environment without traps. */
#ifndef FAIRLEAD_H
#define FAIRLEAD_H
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct text {
  char *at;
  size_t size;
};

static inline int64_t clock_ms(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* SHA-256 (FIPS 180-4) and HMAC (RFC 2104): the proof that an answer comes from a daemon that holds the user's key. */
struct sha256 {
  uint32_t h[8];
  uint64_t size;
  unsigned char block[64];
};

static inline uint32_t turned(uint32_t word, int by) {
  return word >> by | word << (32 - by);
}

static void sha256_block(uint32_t h[8], const unsigned char *p) {
  static const uint32_t k[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
      0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
      0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
      0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
      0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
      0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
  }
  memcpy(v, h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t a = v[0], e = v[4];
    uint32_t one = v[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
    uint32_t two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += one;
    v[0] = one + two;
  }
  for (int i = 0; i < 8; i++) h[i] += v[i];
}

static void sha256_add(struct sha256 *s, const void *data, size_t size) {
  const unsigned char *p = data;
  while (size > 0) {
    size_t at = s->size % 64, part = 64 - at < size ? 64 - at : size;
    memcpy(s->block + at, p, part);
    s->size += part, p += part, size -= part;
    if (s->size % 64 == 0) sha256_block(s->h, s->block);
  }
}

static void sha256_begin(struct sha256 *s) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(s->h, first, sizeof first);
  s->size = 0;
}

static void sha256_end(struct sha256 *s, unsigned char out[32]) {
  uint64_t bits = s->size * 8;
  unsigned char length[8];
  for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i));
  sha256_add(s, "\x80", 1);
  while (s->size % 64 != 56) sha256_add(s, "", 1);
  sha256_add(s, length, 8);
  for (int i = 0; i < 32; i++) out[i] = (unsigned char)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

/* The HMAC of some texts one after the other, as 64 letters. */
static void hmac_hex(struct text key, const struct text *parts, int count, char hex[65]) {
  struct sha256 s;
  unsigned char pad[64] = {0}, digest[32];
  if (key.size > 64) {
    sha256_begin(&s);
    sha256_add(&s, key.at, key.size);
    sha256_end(&s, pad);
  } else if (key.size > 0) {
    memcpy(pad, key.at, key.size);
  }
  for (int i = 0; i < 64; i++) pad[i] ^= 0x36;
  sha256_begin(&s);
  sha256_add(&s, pad, 64);
  for (int i = 0; i < count; i++) sha256_add(&s, parts[i].at, parts[i].size);
  sha256_end(&s, digest);
  for (int i = 0; i < 64; i++) pad[i] ^= 0x36 ^ 0x5c;
  sha256_begin(&s);
  sha256_add(&s, pad, 64);
  sha256_add(&s, digest, 32);
  sha256_end(&s, digest);
  for (int i = 0; i < 32; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* How many UTF-16 units the text has, which is what JavaScript counts; -1 where it is no UTF-8. */
static int64_t utf16_length(struct text text) {
  const unsigned char *p = (const unsigned char *)text.at, *end = p + text.size;
  int64_t units = 0;
  while (p < end) {
    int more = *p < 0x80 ? 0 : *p >= 0xc2 && *p < 0xe0 ? 1 : *p >= 0xe0 && *p < 0xf0 ? 2 : *p >= 0xf0 && *p < 0xf5 ? 3 : -1;
    if (more < 0 || end - p <= more) return -1;
    for (int i = 1; i <= more; i++)
      if ((p[i] & 0xc0) != 0x80) return -1;
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f)) return -1;
    units += more == 3 ? 2 : 1;
    p += more + 1;
  }
  return units;
}

/* A plain file of at most `max` bytes, with a zero behind them. At once: a lease or a pipe of another process must not keep us. */
static struct text read_file(const char *path, size_t max) {
  struct text none = {NULL, 0}, text = {NULL, 0};
  struct stat found;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return none;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && (uint64_t)found.st_size <= max) text.at = malloc((size_t)found.st_size + 1);
  while (text.at && text.size < (size_t)found.st_size) {
    ssize_t got = read(file, text.at + text.size, (size_t)found.st_size - text.size);
    if (got <= 0) break;
    text.size += (size_t)got;
  }
  close(file);
  if (text.at) text.at[text.size] = 0;
  return text;
}

/* The file beside this program that has its name and this ending. By the kernel's word, never the caller's. */
static int beside(const char *ending, char *path, size_t size) {
  ssize_t got = readlink("/proc/self/exe", path, size - 1);
  if (got <= 0 || (size_t)got + strlen(ending) >= size) return -1;
  strcpy(path + got, ending);
  return 0;
}

/* The lines `<word> <value>` of a file, one after the other; the text is cut up. */
static char *next_line(char **rest, char **value) {
  char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
  if (!end) return NULL;
  *end = 0;
  *rest = end + 1;
  *value = strchr(line, ' ');
  if (*value) *(*value)++ = 0;
  else *value = end;
  return line;
}

static int has_name(const char *variable, const char *name) {
  size_t size = strlen(name);
  return strncmp(variable, name, size) == 0 && variable[size] == '=';
}

/* Takes a variable out of an environment; with `name` NULL everything that the loader of dynamic programs obeys. */
static void unset_in(char **env, const char *name) {
  char **kept = env;
  for (char **at = env; *at; at++) {
    int drop = name ? has_name(*at, name) : strncmp(*at, "LD_", 3) == 0 || has_name(*at, "GLIBC_TUNABLES") || has_name(*at, "GCONV_PATH");
    if (!drop) *kept++ = *at;
  }
  *kept = NULL;
}

/* `room` more variables fit behind those there are. */
static char **copied_environment(char **environ_now, size_t room) {
  size_t count = 0;
  while (environ_now[count]) count++;
  char **env = calloc(count + room + 1, sizeof *env);
  if (env) memcpy(env, environ_now, count * sizeof *env);
  return env;
}

static void set_in(char **env, char *variable) {
  char *end = strchr(variable, '='), **at = env;
  if (!end) return;
  *end = 0;
  unset_in(env, variable);
  *end = '=';
  while (*at) at++;
  *at = variable;
}
#endif
