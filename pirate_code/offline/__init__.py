"""The library as a static site that a phone keeps: data, scripts and pages that need no server."""

from pirate_code.offline.site import SiteReport, export_site

__all__ = ["SiteReport", "export_site"]
