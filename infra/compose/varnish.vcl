# Varnish 7.1 or later in front of delivery, purged by management-api (CDN_PURGE=varnish). Your own file names three things and
# includes this one:
#
#   vcl 4.1;
#   backend delivery { .host = "delivery"; .port = "3002"; }
#   acl purgers { "10.0.0.0"/8; }                      # the addresses of management-api
#   sub authorize_purge {                              # CDN_PURGE_TOKEN
#     if (req.http.Authorization != "Bearer …") { return (synth(403)); }
#   }
#   include "/etc/varnish/vitrine.vcl";
#
# Start varnishd with memory as its storage (-s malloc,1G): what it keeps has to end with the process.

import std;

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    call authorize_purge;
    if (req.http.Surrogate-Key == "*") {
      set req.http.X-Purge = ".";
    } elsif (req.http.Surrogate-Key ~ "^[a-z0-9-]+( [a-z0-9-]+)*$") {
      set req.http.X-Purge = "(^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)";
    } else {
      return (synth(400));
    }
    # Names the fields of objects alone, so that the ban lurker can remove objects and bans.
    if (std.ban("obj.http.Surrogate-Key ~ " + req.http.X-Purge)) {
      return (synth(200));
    }
    std.log("ban: " + std.ban_error());
    return (synth(503));
  }
  # Widgets need a key, which is a header field: no two visitors share an answer.
  if ((req.method != "GET" && req.method != "HEAD") || req.url !~ "^/(api/v1/deliver/|embed)") {
    return (pass);
  }
  unset req.http.Cookie;
  return (hash);
}

sub vcl_backend_fetch {
  # A replica that is cut off in the middle of an answer must not hold up those who wait for it.
  set bereq.between_bytes_timeout = 2s;
}

sub vcl_backend_response {
  # An answer is used as long as it is fresh, and never after that.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  set beresp.do_stream = true;
  if (bereq.uncacheable) {
    return (deliver);
  }
  # The last condition: a ban finds only what was kept before it, and an answer is kept from its header on. A change waits one
  # second between the last answer from before it and its ban, so an answer that took longer may have missed its ban.
  if (beresp.status != 200
      || beresp.http.Cache-Control !~ "(?i)\bpublic\b"
      || beresp.http.Cache-Control !~ "(?i)\bmax-age=[1-9]"
      || beresp.http.Cache-Control ~ "(?i)\b(private|no-cache|no-store)\b"
      || !beresp.http.Surrogate-Key
      || beresp.http.Vary == "*"
      || beresp.time - bereq.time > 0.9s) {
    # Later requests are not queued behind each other ("hit for miss"): they share nothing.
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
  }
  return (deliver);
}

sub vcl_backend_error {
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
}
