#!/bin/sh
# Starts Varnish with the rules of vitrine.vcl before the router of compose.yaml.
set -eu
case ${CDN_PURGE_TOKEN:-} in
  '' | *[!A-Za-z0-9._-]*)
    echo 'CDN_PURGE_TOKEN has to have letters and digits alone, for one from openssl rand -hex 32' >&2
    exit 2
    ;;
esac
cat > /tmp/site.vcl <<VCL
vcl 4.1;
backend router { .host = "router"; .port = "8080"; }
# Those of Docker's networks. The token is what counts.
acl purgers { "10.0.0.0"/8; "172.16.0.0"/12; "192.168.0.0"/16; }
sub authorize_purge {
  if (req.http.Authorization != "Bearer $CDN_PURGE_TOKEN") { return (synth(403)); }
}
# Calls of admins pass through as they are: an upload may take as long as its bytes arrive. One request to a connection, so
# that each names its visitor.
sub vcl_recv {
  if (req.method != "PURGE" && req.url !~ "^/(api/v1/|embed/)") { return (pipe); }
}
sub vcl_pipe { set bereq.http.Connection = "close"; }
include "/etc/varnish/vitrine.vcl";
VCL
exec varnishd -F -j none -n /tmp/varnish -a :8080 -f /tmp/site.vcl -s malloc,256m
